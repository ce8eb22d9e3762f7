import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { matchesZone, zones } from '../widgets/zones.ts'
import type { FilterInputProps } from './filter-input.ts'

export function TimezoneFilter({ list, values, onChange }: FilterInputProps) {
  const [open, setOpen] = useState(false)
  const options = useMemo(zones, [])
  return (
    <Select<string | string[], { value: string; label: string }>
      aria-label="Value"
      className="mq-fill"
      autoFocus
      options={options}
      showSearch={{ filterOption: (typed, option) => matchesZone(option?.label ?? '', typed) }}
      open={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      {...(list ? { mode: 'multiple' as const, value: [...values] } : { value: values[0] ?? null })}
      onChange={(next) => onChange(Array.isArray(next) ? next : [next])}
    />
  )
}
