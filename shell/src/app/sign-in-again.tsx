import { Modal } from 'antd'
import type { CurrentUser } from '../../../shared/session.ts'
import { LoginForm } from './login-form.tsx'

/** Asks for the password over a page with unsaved edits, which stay as they are. */
export function SignInAgain(props: { readonly user: CurrentUser; readonly onDone: (signedIn: boolean) => void }) {
  return (
    <Modal
      open
      title="Your session has ended"
      footer={null}
      width={420}
      mask={{ closable: false }}
      onCancel={() => props.onDone(false)}
    >
      <p className="mq-muted">Sign in again to go on. Your unsaved changes are kept on this page.</p>
      <LoginForm username={props.user.username} onSignedIn={() => props.onDone(true)} />
    </Modal>
  )
}
