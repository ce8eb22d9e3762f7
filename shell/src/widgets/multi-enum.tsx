import { Select } from 'antd'
import { inputProps, type WidgetProps } from './widget.ts'

export function MultiEnumWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  return (
    <Select
      {...inputProps(props)}
      className="mq-fill"
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      options={[...(field.enumValues ?? [])]}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={(next: string[]) => onChange(next)}
    />
  )
}
