import { Input } from 'antd'
import { inputProps, numberProp, type WidgetProps } from './widget.ts'

export function TextareaWidget(props: WidgetProps) {
  const { value, field, onChange } = props
  return (
    <Input.TextArea
      {...inputProps(props)}
      autoSize={{ minRows: numberProp(field, 'rows') ?? 3, maxRows: 16 }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
