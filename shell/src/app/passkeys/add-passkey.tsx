import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { keepPasskey, newPasskeyOptions } from '../../api/passkeys.ts'
import { FormDialog } from '../../interaction/form-dialog.tsx'
import { showToast } from '../../interaction/toasts.tsx'
import { useProof } from '../../sign-ins/use-proof.tsx'
import { madePasskey } from './device.ts'
import { deviceName } from './device-name.ts'
import { NameField } from './name-field.tsx'

interface AddPasskeyProps {
  readonly username: string
  readonly onClose: () => void
  readonly onAdded: () => void
}

/** Asks for the password, then has the browser make a passkey, as often as it takes. */
export function AddPasskey({ username, onClose, onAdded }: AddPasskeyProps) {
  const [name, setName] = useState(() => deviceName())
  /** Null: the password is still to be shown. */
  const [options, setOptions] = useState<PublicKeyCredentialCreationOptionsJSON | null>(null)
  const proof = useProof(username)
  /** What was made is for one answer: whatever the service has against it, a new one has to be made. */
  const keep = (credential: RegistrationResponseJSON) =>
    keepPasskey(name.trim(), credential).catch((error: unknown) => {
      setOptions(null)
      throw error
    })
  const send = async () => {
    // before the device keeps one that the service would not take
    if (name.trim() === '') throw new Error('Give it a name.')
    const given = options === null ? await proof.prove(newPasskeyOptions) : { result: options }
    if (given === null) return
    // a one-time code is taken once: who cancels the browser's question need not enter another
    setOptions(given.result)
    const kept = await keep(await madePasskey(given.result))
    showToast({ text: `“${kept.name}” signs you in from now on.` })
    onAdded()
  }
  const button = options === null ? 'Go on' : 'Ask again'
  return (
    <FormDialog title="Add a passkey" button={button} send={send} onClose={onClose}>
      {options === null ? (
        <>
          <p className="mq-muted">
            This device, a phone or a security key keeps it, and checks that it is you by fingerprint, face or PIN.
          </p>
          <NameField value={name} onChange={setName} />
          {proof.fields}
        </>
      ) : (
        <p role="status">Follow what your browser asks.</p>
      )}
    </FormDialog>
  )
}
