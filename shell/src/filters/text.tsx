import { Input, Select } from 'antd'
import type { FilterInputProps } from './filter-input.ts'

export function TextFilter({ list, values, onChange }: FilterInputProps) {
  if (list) {
    return (
      <Select
        aria-label="Values"
        className="mq-fill"
        mode="tags"
        autoFocus
        open={false}
        suffixIcon={null}
        placeholder="Type a value, then Enter"
        tokenSeparators={[',']}
        value={[...values]}
        onChange={(next: string[]) => onChange(next)}
      />
    )
  }
  return (
    <Input
      aria-label="Value"
      autoFocus
      value={values[0] ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
    />
  )
}
