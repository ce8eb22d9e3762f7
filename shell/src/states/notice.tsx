import { ExclamationCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'

type NoticeTone = 'info' | 'warning' | 'error'

const ICONS: Readonly<Record<NoticeTone, ComponentType>> = {
  info: InfoCircleOutlined,
  warning: WarningOutlined,
  error: ExclamationCircleOutlined,
}

interface NoticeProps {
  readonly tone: NoticeTone
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Stands in the place of one part of a page that cannot be shown; the rest goes on. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div className="mq-notice" data-tone={tone} role={tone === 'info' ? 'note' : 'alert'}>
      <span className="mq-notice-icon" aria-hidden="true">
        <Icon />
      </span>
      <div className="mq-notice-text">
        <strong>{title}</strong>
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
