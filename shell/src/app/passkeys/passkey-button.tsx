import { Button } from 'antd'
import { useState } from 'react'
import type { CurrentUser } from '../../../../shared/session.ts'
import { signInOptions } from '../../api/passkeys.ts'
import { usedPasskey } from './device.ts'
import { PasskeyIcon } from './passkey-icon.tsx'
import { signInWith } from './send-passkey.ts'

interface PasskeyButtonProps {
  readonly label: string
  /** What a right password gave; null: the passkey alone signs in. */
  readonly challengeToken: string | null
  readonly onSignedIn: (user: CurrentUser) => void
  /** Null: it begins anew. */
  readonly onProblem: (text: string | null) => void
}

/** Signs in by a passkey that the browser asks for. */
export function PasskeyButton({ label, challengeToken, onSignedIn, onProblem }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    onProblem(null)
    try {
      const options = await signInOptions(challengeToken)
      const user = await signInWith(await usedPasskey(options), options, challengeToken)
      if (user !== null) onSignedIn(user)
    } catch (error) {
      onProblem(error instanceof Error ? error.message : 'Signing in failed.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="large" block icon={<PasskeyIcon />} loading={busy} onClick={() => void ask()}>
      {label}
    </Button>
  )
}
