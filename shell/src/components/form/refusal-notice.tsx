import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { EntityId } from '../../../../shared/envelope.ts'
import type { RecordPages } from '../../../../shared/page.ts'
import { loadRecordPages } from '../../api/display.ts'
import { filteredLink, pageLink } from '../../routing/links.ts'
import { usePage } from '../../routing/page-context.ts'
import { Notice } from '../../states/notice.tsx'
import { WhyLink } from '../../why/why-link.tsx'
import { type Reason, type Refusal, recordsFilter } from './refusal.ts'

interface RefusalNoticeProps {
  readonly title: string
  /** That was to be written. */
  readonly record: { readonly mediaType: string; readonly id: EntityId }
  readonly action: 'write' | 'delete'
  readonly refusal: Refusal
  readonly onShowNewest: () => void
}

/** Why the record was not deleted or restored, and the way to what stands in the way. */
export function RefusalNotice({ title, record, action, refusal, onShowNewest }: RefusalNoticeProps) {
  const { changed, forbidden, reasons, requestId } = refusal
  const box = useRef<HTMLDivElement>(null)
  const pages = useRecordPages(reasons.some(({ records }) => records !== undefined))
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} data-testid="refusal">
      <Notice
        tone="error"
        title={title}
        action={
          changed ? (
            <Button size="small" onClick={onShowNewest}>
              Show the newest version
            </Button>
          ) : (
            forbidden && <WhyLink mediaType={record.mediaType} id={record.id} action={action} />
          )
        }
      >
        {reasons.map((reason) => (
          <p key={reason.text}>
            {reason.text} <Way reason={reason} pages={pages} to={record.id} />
          </p>
        ))}
        {requestId !== null && <p>Request id {requestId}</p>}
      </Notice>
    </div>
  )
}

type Pages = Readonly<Record<string, RecordPages>>

interface WayProps {
  readonly reason: Reason
  readonly pages: Pages
  /** What the records refer to. */
  readonly to: EntityId
}

function Way({ reason: { records }, pages, to }: WayProps) {
  const { asPrevious } = usePage()
  const { itemPageKey, listPageKey } = pages[records?.mediaType ?? ''] ?? {}
  const [first] = records?.ids ?? []
  if (records === undefined || first === undefined) return null
  if (records.count === 1 && itemPageKey !== undefined)
    return <Link to={pageLink(itemPageKey, first, asPrevious)}>Open it</Link>
  if (listPageKey === undefined) return null
  return <Link to={filteredLink(listPageKey, recordsFilter(records, to))}>Show them</Link>
}

/** Where those records are found; nothing until it is known, and when it cannot be: the text says enough without a link. */
function useRecordPages(wanted: boolean): Pages {
  const [pages, setPages] = useState<Pages>({})
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    loadRecordPages(abort.signal).then(setPages, () => undefined)
    return () => abort.abort()
  }, [wanted])
  return pages
}
