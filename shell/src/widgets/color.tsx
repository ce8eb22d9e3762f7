import { Button, ColorPicker } from 'antd'
import { CheckedText } from './checked-text.tsx'
import type { WidgetProps } from './widget.ts'

export function ColorWidget(props: WidgetProps) {
  const { value, onChange, onProblem, disabled } = props
  const color = typeof value === 'string' && value !== '' ? value : null
  return (
    <div className="mq-color">
      <ColorPicker
        value={color}
        disabled={disabled}
        onChangeComplete={(next) => {
          onProblem(null)
          onChange(next.toHexString())
        }}
      >
        <Button
          aria-label="Colour picker"
          aria-describedby={props.labelId}
          disabled={disabled}
          icon={<span className="mq-color-face" style={{ backgroundColor: color ?? 'transparent' }} />}
        />
      </ColorPicker>
      <CheckedText {...props} hint="Write a colour as #rgb or #rrggbb" placeholder="#1f6feb" />
    </div>
  )
}
