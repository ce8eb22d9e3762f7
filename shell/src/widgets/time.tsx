import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { keepEnter } from './keep-enter.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const FORMAT = 'HH:mm:ss'

export function TimeWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  return (
    <TimePicker
      {...inputProps(props)}
      className="mq-fill"
      onKeyDown={keepEnter}
      format={FORMAT}
      allowClear={!field.required}
      value={typeof value === 'string' && value !== '' ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(next) => onChange(next === null ? null : next.format(FORMAT))}
    />
  )
}
