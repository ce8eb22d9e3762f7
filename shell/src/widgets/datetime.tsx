import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { keepEnter } from './keep-enter.ts'
import { pickerText } from './picker-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'
import { zoneName } from './zone.ts'

const FORMAT = 'YYYY-MM-DD HH:mm:ss'

/** A moment: UTC over the wire, the browser's zone, named, on the screen. */
export function DatetimeWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const moment = typeof value === 'string' && value !== '' ? dayjs(value) : null
  return (
    <div className="mq-datetime">
      <DatePicker
        {...inputProps(props)}
        className="mq-fill"
        onKeyDown={keepEnter}
        showTime
        {...pickerText(props, FORMAT, '1957-12-24 20:15:00')}
        allowClear={!field.required}
        value={moment}
        onChange={(next) => {
          props.onProblem(null)
          onChange(next === null ? null : toUtc(next.toDate()))
        }}
      />
      <span className="mq-zone">{zoneName(moment?.toDate() ?? new Date())}</span>
    </div>
  )
}

/** @example toUtc(new Date(0)) // 1970-01-01T00:00:00Z */
export function toUtc(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z')
}
