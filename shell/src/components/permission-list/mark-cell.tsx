import { memo, useEffect, useRef } from 'react'
import type { Mark, PermissionRow } from '../../../../shared/permission-list.ts'
import { inheritedMarks } from './edits.ts'
import { givers, MARK_LABELS } from './texts.ts'

interface MarkCellProps {
  readonly row: PermissionRow
  readonly mark: Mark
  readonly readOnly: boolean
  readonly onMark: (row: PermissionRow, mark: Mark, given: boolean) => void
}

/** One right on one thing: given here, from elsewhere, or not at all. */
export const MarkCell = memo(function MarkCell({ row, mark, readOnly, onMark }: MarkCellProps) {
  const box = useRef<HTMLInputElement>(null)
  const own = row.own?.[mark] === true
  const inherited = inheritedMarks(row)[mark]
  const quiet = inherited && !own
  useEffect(() => {
    if (box.current) box.current.indeterminate = quiet
  }, [quiet])
  if (!row.givable.includes(mark) && !own && !inherited)
    return (
      <span className="mq-mark-blocked" title="Withheld from everybody by the media type">
        <span aria-hidden="true">–</span>
        <span className="mq-unseen">withheld from everybody</span>
      </span>
    )
  const from = inherited ? `From ${givers(row, mark)}` : undefined
  return (
    <input
      ref={box}
      type="checkbox"
      className="mq-mark"
      data-from={own ? 'own' : inherited ? 'elsewhere' : 'nobody'}
      checked={own}
      disabled={readOnly}
      tabIndex={-1}
      aria-label={`${MARK_LABELS[mark]}: ${row.label}`}
      title={own && from ? `Given here, and ${from.toLowerCase()}` : from}
      onChange={(event) => onMark(row, mark, event.target.checked)}
    />
  )
})
