import { ExportOutlined } from '@ant-design/icons'
import { CheckedText } from './checked-text.tsx'
import { isWebAddress } from './web-address.ts'
import type { WidgetProps } from './widget.ts'

export function UrlWidget(props: WidgetProps) {
  const { value, invalid } = props
  const link = !invalid && typeof value === 'string' && isWebAddress(value) && (
    <a
      href={value}
      target="_blank"
      rel="noreferrer"
      aria-label="Open in a new tab"
      aria-describedby={props.labelId}
      title="Open in a new tab"
    >
      <ExportOutlined />
    </a>
  )
  return (
    <CheckedText
      {...props}
      hint="Write a whole address: https://example.com/page"
      suffix={link || <span />}
      placeholder="https://"
    />
  )
}
