import { Input } from 'antd'
import { inputProps, type WidgetProps } from './widget.ts'

/** One line of text; also what a widget unknown to this shell falls back to. */
export function TextWidget(props: WidgetProps) {
  const { value, field, onChange } = props
  const isText = value === null || value === undefined || typeof value === 'string'
  return (
    <Input
      {...inputProps(props)}
      // Anything but text is shown, yet not edited here: it would be saved as another type.
      disabled={props.disabled || !isText}
      value={isText ? (value ?? '') : typeof value === 'object' ? JSON.stringify(value) : String(value)}
      count={field.validation.maxLength === undefined ? {} : { max: field.validation.maxLength }}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
