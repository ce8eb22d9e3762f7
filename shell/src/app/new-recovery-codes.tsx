import { Modal } from 'antd'
import { useState } from 'react'
import { newRecoveryCodes } from '../api/second-factor.ts'
import { FormDialog } from '../interaction/form-dialog.tsx'
import { CodeField } from '../sign-ins/code-field.tsx'
import { PasswordField } from '../sign-ins/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const TITLE = 'New recovery codes'

/** Replaces the signed-in user's recovery codes. */
export function NewRecoveryCodes({ onClose }: { readonly onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) {
    return (
      <Modal open title={TITLE} footer={null} width={420} closable={false} keyboard={false} mask={{ closable: false }}>
        <RecoveryCodes about="The old ones let nobody in any more." codes={codes} onKept={onClose} />
      </Modal>
    )
  }
  const send = async () => setCodes(await newRecoveryCodes(password, otp.trim()))
  return (
    <FormDialog title={TITLE} button="Get new codes" send={send} onClose={onClose}>
      <p className="mq-muted">They take the place of the old ones, which let nobody in from then on.</p>
      <PasswordField label="Current password" value={password} onChange={setPassword} />
      <CodeField hint="Of your authenticator app, or a recovery code." value={otp} onChange={setOtp} />
    </FormDialog>
  )
}
