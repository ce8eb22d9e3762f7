import { Button } from 'antd'

interface SeveralValuesProps {
  readonly id: string
  readonly readOnly: boolean
  readonly describedBy: string | undefined
  readonly onOpen: () => void
}

/** In place of a widget, while several records do not hold the same: what is set instead counts for all of them. */
export function SeveralValues({ id, readOnly, describedBy, onOpen }: SeveralValuesProps) {
  if (readOnly) return <p className="mq-several">Several values</p>
  return (
    <button
      type="button"
      id={id}
      className="mq-several"
      aria-labelledby={`${id}-label ${id}`}
      aria-describedby={describedBy}
      title="Set one value for all"
      onClick={onOpen}
    >
      Several values
    </button>
  )
}

interface SeveralNoteProps {
  /** What is set in all: something, nothing, or not anything yet. */
  readonly set: 'value' | 'nothing' | 'not yet'
  readonly onEmpty: (() => void) | null
}

/** Below a field that was opened: what becomes of it in all records. */
export function SeveralNote({ set, onEmpty }: SeveralNoteProps) {
  return (
    <p className="mq-field-help">
      {NOTES[set]}{' '}
      {set === 'not yet' && onEmpty && (
        <Button type="link" size="small" className="mq-several-empty" onClick={onEmpty}>
          Empty it in all
        </Button>
      )}
    </p>
  )
}

const NOTES: Readonly<Record<SeveralNoteProps['set'], string>> = {
  value: 'Is set in all records.',
  nothing: 'Is emptied in all records.',
  'not yet': 'Different from record to record.',
}
