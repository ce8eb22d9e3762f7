import '../styles/edits.css'
import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import type { SaveStatus } from './save-status.ts'

interface SaveBarProps {
  readonly isNew: boolean
  readonly changes: number
  readonly errors: number
  readonly status: SaveStatus
  /** Absent: the bar stands in a form, which its button submits. */
  readonly onSave?: () => void
  readonly onDiscard: () => void
  /** Nothing can be saved: what is left are the quiet actions. */
  readonly readOnly: boolean
  /** Something else is under way with the record. */
  readonly blocked: boolean
  /** Said beside the status. */
  readonly note?: string | null
  /** What else can be done with the record. */
  readonly children: ReactNode
}

export function SaveBar(props: SaveBarProps) {
  const { isNew, changes, errors, status, onSave, note = null } = props
  const saving = status.kind === 'saving'
  const blocked = props.blocked && !saving
  return (
    <div className="mq-savebar" data-testid="save-bar" data-status={status.kind} data-dirty={changes > 0}>
      <div className="mq-savebar-status" role="status">
        <Status {...props} />
        {note !== null && <span className="mq-savebar-note">{note}</span>}
      </div>
      {errors > 0 && (
        <span className="mq-savebar-errors">
          {errors === 1 ? '1 field needs attention' : `${errors} fields need attention`}
        </span>
      )}
      {props.children}
      {!props.readOnly && (
        <>
          <Button disabled={changes === 0 || saving || blocked} onClick={props.onDiscard}>
            Discard
          </Button>
          <Button
            type="primary"
            {...(onSave ? { onClick: onSave } : { htmlType: 'submit' as const })}
            loading={saving}
            disabled={(changes === 0 && !isNew) || blocked}
            title={`Save (${SAVE_KEYS})`}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {isNew ? 'Create' : 'Save'}
          </Button>
        </>
      )}
    </div>
  )
}

const SAVE_KEYS = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘S' : 'Ctrl+S'

function Status({ status, changes, errors, isNew, readOnly }: SaveBarProps) {
  if (readOnly) return <>Read-only</>
  if (status.kind === 'saving') return <>Saving…</>
  if (status.kind === 'failed' && errors === 0 && changes > 0) {
    return (
      <span className="mq-savebar-failed">
        <ExclamationCircleOutlined aria-hidden="true" /> {status.reason}
      </span>
    )
  }
  if (changes > 0) return <>{changes === 1 ? '1 change' : `${changes} changes`}</>
  if (status.kind === 'saved') return <SavedAt key={status.at} at={status.at} done={doneText(status)} />
  return <>{isNew ? 'New record' : 'No changes'}</>
}

function doneText({ created = false, count }: Extract<SaveStatus, { kind: 'saved' }>): string {
  if (count !== undefined) return count === 1 ? '1 record saved' : `${count.toLocaleString()} records saved`
  return created ? 'Created' : 'Saved'
}

const MINUTE = 60_000

function SavedAt({ at, done }: { readonly at: number; readonly done: string }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.floor((now - at) / MINUTE)
  return (
    <span className="mq-savebar-saved">
      <CheckCircleOutlined aria-hidden="true" /> {minutes < 1 ? `${done} just now` : `${done} ${minutes} min ago`}
    </span>
  )
}
