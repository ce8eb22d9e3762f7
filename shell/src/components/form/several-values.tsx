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

/** Below a field that is about to become the same, or empty, in all records. */
export function SeveralNote({
  emptied,
  onEmpty,
}: {
  readonly emptied: boolean
  readonly onEmpty: (() => void) | null
}) {
  if (emptied) return <p className="mq-field-help">Is emptied in all records.</p>
  return (
    <p className="mq-field-help">
      Now different from record to record.{' '}
      {onEmpty && (
        <Button type="link" size="small" className="mq-several-empty" onClick={onEmpty}>
          Empty it in all
        </Button>
      )}
    </p>
  )
}
