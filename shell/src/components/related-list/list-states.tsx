import type { ReactNode } from 'react'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { Notice } from '../../states/notice.tsx'
import type { EditCounts } from './edits/list-edits.ts'

/** In place of rows until they are there, as high as a few of them. */
export function RowBones() {
  return (
    <div className="mq-table-frame mq-row-bones" role="status" aria-label="Loading">
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line}>
          <span className="mq-bone" />
          <span className="mq-bone" />
        </div>
      ))}
    </div>
  )
}

export function NoRows({ text }: { readonly text: string }) {
  return (
    <p className="mq-table-frame mq-norows" role="status">
      {text}
    </p>
  )
}

/** What is to be known before it is saved. */
export function ListNotices({
  schema,
  name,
  counts,
  total,
}: {
  readonly schema: RelatedListSchema
  readonly name: string
  readonly counts: EditCounts
  /** Rows as they are saved. */
  readonly total: number | null
}): ReactNode {
  const left = total === null ? null : total - counts.removed + counts.added
  return (
    <>
      {schema.bulk && (
        <p className="mq-related-note">Several records are open: what is added here is added to each of them.</p>
      )}
      {schema.removeDeletes && counts.removed > 0 && (
        <p className="mq-related-note">What is removed here is deleted when the page is saved.</p>
      )}
      {schema.childRequired && counts.removed > 0 && left === 0 && (
        <Notice tone="warning" title={`One of the ${name} must stay`}>
          With the last one removed this cannot be saved. Undo a removal, or add another.
        </Notice>
      )}
    </>
  )
}
