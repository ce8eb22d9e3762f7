import type { PermissionRow } from '../../../../shared/permission-list.ts'
import { type FieldChoice, fieldChoice } from './edits.ts'
import { CHOICE_LABELS } from './texts.ts'

interface ChoiceCellProps {
  readonly row: PermissionRow
  readonly choice: FieldChoice
  readonly readOnly: boolean
  readonly onChoice: (row: PermissionRow, choice: FieldChoice) => void
}

/** One of the ways in which a field may be limited. */
export function ChoiceCell({ row, choice, readOnly, onChoice }: ChoiceCellProps) {
  return (
    <input
      type="radio"
      className="mq-mark"
      name={row.key}
      data-quiet={choice === 'none'}
      checked={fieldChoice(row.own) === choice}
      disabled={readOnly}
      tabIndex={-1}
      aria-label={`${CHOICE_LABELS[choice]}: ${row.label}`}
      onChange={() => onChoice(row, choice)}
    />
  )
}
