import { usePage } from '../routing/page-context.ts'
import { Notice } from '../states/notice.tsx'
import { WhyLink } from '../why/why-link.tsx'
import type { Refused } from './refused.ts'

/** Above the bar, so that it is in sight however long the page: why nothing was saved. */
export function RefusedNotice({ refused: { texts, forbidden, requestId, gone } }: { readonly refused: Refused }) {
  const { mediaType = '', itemId = '' } = usePage().configuration
  if (gone !== undefined) {
    return (
      <Notice tone="error" title={`This record was deleted by ${gone.by ?? 'someone else'} meanwhile`}>
        Your changes cannot be saved any more. They stay on this page to be copied, until you leave it.
      </Notice>
    )
  }
  const id = /^\d+$/.test(itemId) ? Number(itemId) : null
  return (
    <Notice
      tone="error"
      title="Not saved"
      action={
        forbidden &&
        mediaType !== '' && <WhyLink mediaType={mediaType} id={id} action={itemId === 'new' ? 'create' : 'write'} />
      }
    >
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {requestId !== null && <p>Request id {requestId}</p>}
    </Notice>
  )
}
