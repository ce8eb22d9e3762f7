import { Alert, Button, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { updatePassword } from '../api/passwords.ts'
import { showToast } from '../interaction/toasts.tsx'
import { PasswordField } from './password-field.tsx'
import { useSubmit } from './use-submit.ts'

/** Changes the signed-in user's own password. */
export function ChangePassword({ username, onClose }: { readonly username: string; readonly onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const first = useRef<InputRef>(null)
  const { busy, problem, submit } = useSubmit(async () => {
    await updatePassword(current, password)
    showToast({ text: 'Your password is changed.' })
    onClose()
  })
  return (
    <Modal
      open
      title="Change password"
      footer={null}
      width={380}
      mask={{ closable: false }}
      afterOpenChange={(open) => open && first.current?.focus()}
      onCancel={onClose}
    >
      <form className="mq-login-form" onSubmit={submit} aria-label="Change password">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        {/* tells a password manager whose password this is */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Current password" value={current} onChange={setCurrent} ref={first} />
        <PasswordField label="New password" isNew value={password} onChange={setPassword} />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          Change password
        </Button>
      </form>
    </Modal>
  )
}
