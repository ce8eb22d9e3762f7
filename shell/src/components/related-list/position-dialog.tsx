import { Button, InputNumber, Modal } from 'antd'
import { type ComponentRef, type FormEvent, useEffect, useRef, useState } from 'react'

interface PositionDialogProps {
  readonly label: string
  readonly position: number
  readonly count: number
  readonly onMove: (position: number) => void
  readonly onClose: () => void
}

/** Asks for the number that a row is to have. */
export function PositionDialog({ label, position, count, onMove, onClose }: PositionDialogProps) {
  const [value, setValue] = useState<number | null>(position)
  const input = useRef<ComponentRef<typeof InputNumber>>(null)
  // At once, rather than when it has opened: what is typed meanwhile would go to the row, or close the dialog.
  useEffect(() => input.current?.focus({ cursor: 'all' }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (value !== null) onMove(value)
  }
  return (
    <Modal open width={380} title="Move to position" footer={null} onCancel={onClose}>
      <form className="mq-position" aria-label="Move to position" onSubmit={submit}>
        <p title={label}>{label}</p>
        <div>
          <InputNumber<number>
            ref={input}
            aria-label={`Position, from 1 to ${count}`}
            min={1}
            max={count}
            precision={0}
            value={value}
            onChange={setValue}
          />
          <span className="mq-muted">of {count}</span>
          <Button type="link" size="small" onClick={() => onMove(1)}>
            To the top
          </Button>
          <Button type="link" size="small" onClick={() => onMove(count)}>
            To the end
          </Button>
        </div>
        <div className="mq-rowform-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={value === null}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  )
}
