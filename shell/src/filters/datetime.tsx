import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { FilterInputProps } from './filter-input.ts'
import { TextFilter } from './text.tsx'

/** A moment in the browser's zone on the screen, Unix time in the filter. */
export function DatetimeFilter(props: FilterInputProps) {
  const { list, values, onChange } = props
  if (list) return <TextFilter {...props} />
  const value = values[0]
  return (
    <DatePicker
      aria-label="Value"
      className="mq-fill"
      autoFocus
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value === undefined ? null : /^\d+$/.test(value) ? dayjs.unix(Number(value)) : dayjs(value)}
      onChange={(next) => onChange(next === null ? [] : [String(next.unix())])}
    />
  )
}
