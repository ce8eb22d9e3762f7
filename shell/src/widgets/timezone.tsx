import { Select } from 'antd'
import { useMemo } from 'react'
import { inputProps, type WidgetProps } from './widget.ts'
import { matchesZone, zones } from './zones.ts'

export function TimezoneWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const options = useMemo(zones, [])
  return (
    <Select
      {...inputProps(props)}
      className="mq-fill"
      showSearch={{ filterOption: (typed, option) => matchesZone(option?.label ?? '', typed) }}
      allowClear={!field.required}
      options={options}
      value={typeof value === 'string' ? value : null}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
    />
  )
}
