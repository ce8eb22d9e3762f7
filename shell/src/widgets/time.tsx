import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { keepEnter } from './keep-enter.ts'
import { pickerText } from './picker-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const FORMAT = 'HH:mm:ss'

export function TimeWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  return (
    <TimePicker
      {...inputProps(props)}
      className="mq-fill"
      onKeyDown={keepEnter}
      {...pickerText(props, FORMAT, '20:15:00')}
      allowClear={!field.required}
      value={typeof value === 'string' && value !== '' ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(next) => {
        props.onProblem(null)
        onChange(next === null ? null : next.format(FORMAT))
      }}
    />
  )
}
