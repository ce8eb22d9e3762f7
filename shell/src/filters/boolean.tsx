import { Select } from 'antd'
import type { FilterInputProps } from './filter-input.ts'

const OPTIONS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

export function BooleanFilter({ values, onChange }: FilterInputProps) {
  return (
    <Select
      aria-label="Value"
      className="mq-fill"
      options={OPTIONS}
      value={values[0] ?? null}
      onChange={(next: string) => onChange([next])}
    />
  )
}
