import { Select } from 'antd'
import { useState } from 'react'
import type { FilterInputProps } from './filter-input.ts'

export function EnumFilter({ column, list, values, onChange }: FilterInputProps) {
  const [open, setOpen] = useState(false)
  const shared = {
    'aria-label': 'Value',
    className: 'mq-fill',
    autoFocus: true,
    options: [...(column.enumValues ?? [])],
    showSearch: { optionFilterProp: 'label' },
    open,
    onOpenChange: setOpen,
    onSelect: () => setOpen(false),
  }
  if (list)
    return <Select {...shared} mode="multiple" value={[...values]} onChange={(next: string[]) => onChange(next)} />
  return <Select {...shared} value={values[0] ?? null} onChange={(next: string) => onChange([next])} />
}
