import { NOT_BUILT_TYPES } from '../../../shared/page-parts.ts'
import { Notice } from '../states/notice.tsx'

export function UnknownComponent({ type }: { readonly type: string }) {
  if (NOT_BUILT_TYPES.includes(type)) {
    return (
      <Notice tone="info" title="This part is not available in this version">
        A part of type “{type}” belongs here, which this version of Marquee does not have. Nothing is wrong, and the
        rest of the page works as usual.
      </Notice>
    )
  }
  return (
    <Notice tone="warning" title={`Nothing here can show a component of type “${type}”`}>
      It is not built in, and no connected bundle offers it. The rest of the page is not affected.
    </Notice>
  )
}
