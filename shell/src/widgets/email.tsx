import { MailOutlined } from '@ant-design/icons'
import { CheckedText } from './checked-text.tsx'
import type { WidgetProps } from './widget.ts'

const ADDRESS = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]+$/

export function EmailWidget(props: WidgetProps) {
  const { value } = props
  const link = typeof value === 'string' && ADDRESS.test(value) && (
    <a
      href={`mailto:${encodeURIComponent(value).replace('%40', '@')}`}
      aria-label="Write a message"
      title="Write a message"
    >
      <MailOutlined />
    </a>
  )
  return <CheckedText {...props} check={check} suffix={link || <span />} placeholder="name@example.com" />
}

function check(text: string): string | null {
  return ADDRESS.test(text) ? null : 'Write a whole address: name@example.com'
}
