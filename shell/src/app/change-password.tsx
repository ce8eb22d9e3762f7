import { Alert, Button, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { updatePassword } from '../api/passwords.ts'
import { showToast } from '../interaction/toasts.tsx'
import { useSubmit } from '../interaction/use-submit.ts'
import { CodeField } from '../sign-ins/code-field.tsx'
import { PasswordField } from '../sign-ins/password-field.tsx'

/** Changes the signed-in user's own password. */
export function ChangePassword({ username, onClose }: { readonly username: string; readonly onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  /** Null: nobody asked for it. */
  const [otp, setOtp] = useState<string | null>(null)
  const first = useRef<InputRef>(null)
  const { busy, problem, submit } = useSubmit(async () => {
    try {
      await updatePassword(current, password, otp?.trim() ?? null)
    } catch (error) {
      if (!(error instanceof ApiError) || error.errors[0]?.code !== 'TOTP_REQUIRED') throw error
      setOtp('')
      return
    }
    showToast({ text: 'Your password is changed.' })
    onClose()
  })
  return (
    <Modal
      open
      title="Change password"
      footer={null}
      width={420}
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
        {otp !== null && (
          <CodeField hint="Of your authenticator app, or a recovery code." value={otp} onChange={setOtp} />
        )}
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          Change password
        </Button>
      </form>
    </Modal>
  )
}
