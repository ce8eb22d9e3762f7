import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { type Passkey, removePasskey, renamePasskey } from '../../api/passkeys.ts'
import { showToast } from '../../interaction/toasts.tsx'
import { useSubmit } from '../use-submit.ts'
import { NameField } from './name-field.tsx'
import { useProof } from './use-proof.tsx'

interface ChangeProps {
  readonly passkey: Passkey
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function RenamePasskey({ passkey, onClose, onChanged }: ChangeProps) {
  const [name, setName] = useState(passkey.name)
  const { busy, problem, submit } = useSubmit(async () => {
    await renamePasskey(passkey.id, name.trim())
    onChanged()
  })
  return (
    <Modal open title="Rename passkey" footer={null} width={400} mask={{ closable: false }} onCancel={onClose}>
      <form className="mq-login-form" data-short onSubmit={submit} aria-label="Rename passkey">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        <NameField value={name} onChange={setName} />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          Rename
        </Button>
      </form>
    </Modal>
  )
}

/** Asks for the password: whoever finds the page open must not lock its user out. */
export function RemovePasskey({ username, passkey, onClose, onChanged }: ChangeProps & { readonly username: string }) {
  const proof = useProof(username)
  const { busy, problem, submit } = useSubmit(async () => {
    if ((await proof.prove((given) => removePasskey(passkey.id, given))) === null) return
    showToast({ text: `“${passkey.name}” is removed.` })
    onChanged()
  })
  return (
    <Modal open title="Remove passkey" footer={null} width={400} mask={{ closable: false }} onCancel={onClose}>
      <form className="mq-login-form" data-short onSubmit={submit} aria-label="Remove passkey">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        <p className="mq-muted">
          “{passkey.name}” will not sign you in any more. Where it is kept it stays until you delete it there too.
        </p>
        {proof.fields}
        <Button type="primary" danger htmlType="submit" size="large" block loading={busy}>
          Remove
        </Button>
      </form>
    </Modal>
  )
}
