import { Select } from 'antd'
import { inputProps, type WidgetProps } from './widget.ts'

export function EnumWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  return (
    <Select
      {...inputProps(props)}
      className="mq-fill"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={!field.required}
      options={[...(field.enumValues ?? [])]}
      value={typeof value === 'string' ? value : null}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
    />
  )
}
