import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useSubmit } from './use-submit.ts'

interface FormDialogProps {
  readonly title: string
  readonly button: string
  /** What the button does loses something. */
  readonly danger?: boolean
  readonly send: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form over the page that is sent once at a time, and says what went wrong. */
export function FormDialog({ title, button, danger = false, send, onClose, children }: FormDialogProps) {
  const { busy, problem, submit } = useSubmit(send)
  const form = useRef<HTMLFormElement>(null)
  const focusFirst = () => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  return (
    <Modal
      open
      title={title}
      footer={null}
      width={420}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && focusFirst()}
      onCancel={onClose}
    >
      <form ref={form} className="mq-login-form" data-short onSubmit={submit} aria-label={title}>
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        {children}
        <Button {...(danger ? { danger } : { type: 'primary' })} htmlType="submit" size="large" block loading={busy}>
          {button}
        </Button>
      </form>
    </Modal>
  )
}
