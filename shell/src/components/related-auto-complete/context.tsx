import type { FieldSchema } from '../../../../shared/page.ts'
import type { RelatedChoice } from '../../../../shared/page-parts.ts'
import { Cell } from '../../cells/cell.tsx'
import { isEmpty } from '../form/same-value.ts'

/** What tells a record from others of its name. */
export function Context({
  columns,
  record,
}: {
  readonly columns: readonly FieldSchema[]
  readonly record: RelatedChoice
}) {
  const told = columns.filter(({ name }) => !isEmpty(record.values[name]))
  if (told.length === 0) return null
  return (
    <span className="mq-choice-context">
      {told.map((column) => (
        <span key={column.name} title={column.label}>
          <span className="mq-unseen">{column.label}: </span>
          <Cell field={column} value={record.values[column.name]} labels={record.labels[column.name] ?? []} />
        </span>
      ))}
    </span>
  )
}
