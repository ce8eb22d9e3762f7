import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { FilterInputProps } from './filter-input.ts'
import { TextFilter } from './text.tsx'

const FORMAT = 'HH:mm:ss'

export function TimeFilter(props: FilterInputProps) {
  const { list, values, onChange } = props
  if (list) return <TextFilter {...props} />
  return (
    <TimePicker
      aria-label="Value"
      className="mq-fill"
      autoFocus
      format={FORMAT}
      value={values[0] ? dayjs(`2000-01-01T${values[0]}`) : null}
      onChange={(next) => onChange(next === null ? [] : [next.format(FORMAT)])}
    />
  )
}
