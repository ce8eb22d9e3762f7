import { MailOutlined } from '@ant-design/icons'
import { CheckedText } from './checked-text.tsx'
import type { WidgetProps } from './widget.ts'

export function EmailWidget(props: WidgetProps) {
  const { value, invalid } = props
  const link = !invalid && typeof value === 'string' && value.includes('@') && (
    <a
      href={`mailto:${encodeURIComponent(value).replace('%40', '@')}`}
      aria-label="Write a message"
      title="Write a message"
    >
      <MailOutlined />
    </a>
  )
  return (
    <CheckedText
      {...props}
      hint="Write a whole address: name@example.com"
      suffix={link || <span />}
      placeholder="name@example.com"
    />
  )
}
