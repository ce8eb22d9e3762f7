import { Button, Switch } from 'antd'
import { inputProps, type WidgetProps } from './widget.ts'

/** On, off, or not set; only an optional one can be unset again. */
export function BooleanWidget(props: WidgetProps) {
  const { field, value, onChange, disabled } = props
  const { status: _, 'aria-required': __, ...aria } = inputProps(props)
  const set = typeof value === 'boolean'
  return (
    <div className="mq-boolean">
      <Switch {...aria} checked={value === true} onChange={(on) => onChange(on)} />
      <span className={set ? '' : 'mq-muted'}>{set ? (value ? 'Yes' : 'No') : 'Not set'}</span>
      {set && !field.required && !disabled && (
        <Button type="text" size="small" onClick={() => onChange(null)} aria-describedby={props.labelId}>
          Unset
        </Button>
      )}
    </div>
  )
}
