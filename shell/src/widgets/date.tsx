import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { keepEnter } from './keep-enter.ts'
import { pickerText } from './picker-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const FORMAT = 'YYYY-MM-DD'

/** A day of the calendar, the same in every zone. */
export function DateWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const { validation } = field
  return (
    <DatePicker
      {...inputProps(props)}
      className="mq-fill"
      onKeyDown={keepEnter}
      {...pickerText(props, FORMAT, '1957-12-24')}
      allowClear={!field.required}
      value={typeof value === 'string' && value !== '' ? dayjs(value.slice(0, 10)) : null}
      onChange={(next) => {
        props.onProblem(null)
        onChange(next === null ? null : next.format(FORMAT))
      }}
      {...(typeof validation.min === 'string' ? { minDate: dayjs(validation.min) } : {})}
      {...(typeof validation.max === 'string' ? { maxDate: dayjs(validation.max) } : {})}
    />
  )
}
