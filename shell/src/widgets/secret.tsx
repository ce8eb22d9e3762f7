import { Input } from 'antd'
import { SECRET_PLACEHOLDER } from '../../../shared/envelope.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** The value itself never comes here: a placeholder says that there is one, and typing replaces it. */
export function SecretWidget(props: WidgetProps) {
  const { value, onChange } = props
  const kept = value === SECRET_PLACEHOLDER
  return (
    <Input.Password
      {...inputProps(props)}
      autoComplete="new-password"
      visibilityToggle={!kept}
      placeholder={kept ? 'Set · type to replace' : 'Not set'}
      value={kept || typeof value !== 'string' ? '' : value}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}
