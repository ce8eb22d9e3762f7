import type { ReactNode } from 'react'

interface StateNoticeProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly requestId?: string | null
  readonly actions?: ReactNode
  readonly role?: 'alert' | 'status'
  /** Stands for the whole page, and so has its heading. */
  readonly wholePage?: boolean
}

/** One quiet, centred message in place of content: nothing there, not allowed, went wrong. */
export function StateNotice({ icon, title, children, requestId, actions, role, wholePage = false }: StateNoticeProps) {
  return (
    <div className="mq-state" role={role}>
      <span className="mq-state-icon" aria-hidden="true">
        {icon}
      </span>
      {wholePage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <div className="mq-state-text">{children}</div>}
      {actions !== undefined && <div className="mq-state-actions">{actions}</div>}
      {requestId && (
        <p className="mq-state-id">
          Request id <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}
