import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { FilterInputProps } from './filter-input.ts'
import { TextFilter } from './text.tsx'

const FORMAT = 'YYYY-MM-DD'

export function DateFilter(props: FilterInputProps) {
  const { list, values, onChange } = props
  if (list) return <TextFilter {...props} />
  return (
    <DatePicker
      aria-label="Value"
      className="mq-fill"
      autoFocus
      format={FORMAT}
      value={values[0] ? dayjs(values[0]) : null}
      onChange={(next) => onChange(next === null ? [] : [next.format(FORMAT)])}
    />
  )
}
