import { useState } from 'react'
import type { Passkey } from '../../../../shared/account.ts'
import { removePasskey, renamePasskey, signInOptions } from '../../api/passkeys.ts'
import { FormDialog } from '../../interaction/form-dialog.tsx'
import { showToast } from '../../interaction/toasts.tsx'
import { useProof } from '../../sign-ins/use-proof.tsx'
import { dropPasskey } from './device.ts'
import { NameField } from './name-field.tsx'

interface ChangeProps {
  readonly passkey: Passkey
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function RenamePasskey({ passkey, onClose, onChanged }: ChangeProps) {
  const [name, setName] = useState(passkey.name)
  const send = async () => {
    await renamePasskey(passkey.id, name.trim())
    onChanged()
  }
  return (
    <FormDialog title="Rename passkey" button="Rename" send={send} onClose={onClose}>
      <NameField value={name} onChange={setName} />
    </FormDialog>
  )
}

/** Asks for the password: whoever finds the page open must not lock its user out. */
export function RemovePasskey({ username, passkey, onClose, onChanged }: ChangeProps & { readonly username: string }) {
  const proof = useProof(username)
  const send = async () => {
    if ((await proof.prove((given) => removePasskey(passkey.id, given))) === null) return
    void dropEverywhere(passkey)
    showToast({ text: `“${passkey.name}” is removed.` })
    onChanged()
  }
  return (
    <FormDialog title="Remove passkey" button="Remove" danger send={send} onClose={onClose}>
      <p className="mq-muted">
        “{passkey.name}” will not sign you in any more. Where it is kept it may stay until you delete it there too.
      </p>
      {proof.fields}
    </FormDialog>
  )
}

/** The passkey is removed whether or not its device hears of it. */
async function dropEverywhere({ credentialId }: Passkey): Promise<void> {
  const options = await signInOptions(null).catch(() => null)
  if (options !== null) await dropPasskey(options.rpId, credentialId)
}
