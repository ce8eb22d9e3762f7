import { Button, ColorPicker } from 'antd'
import { CheckedText } from './checked-text.tsx'
import type { WidgetProps } from './widget.ts'

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

export function ColorWidget(props: WidgetProps) {
  const { value, onChange, onProblem, disabled } = props
  const color = typeof value === 'string' && HEX.test(value) ? value : null
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
      <CheckedText {...props} check={check} placeholder="#1f6feb" />
    </div>
  )
}

function check(text: string): string | null {
  return HEX.test(text) ? null : 'Write a colour as #rgb or #rrggbb'
}
