import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { Proof } from '../api/passkeys.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

interface ProofForm {
  /** Where the password is entered, and the one-time code once it is asked for. */
  readonly fields: ReactNode
  /** Sends something with what was entered; null: it takes a one-time code, which the fields now ask for. */
  readonly prove: <T>(send: (proof: Proof) => Promise<T>) => Promise<{ readonly result: T } | null>
}

/** That it is the user who asks: the current password and, with a second factor, a code. */
export function useProof(username: string): ProofForm {
  const [password, setPassword] = useState('')
  /** Null: nobody asked for it. */
  const [otp, setOtp] = useState<string | null>(null)
  return {
    fields: (
      <>
        {/* tells a password manager whose password this is */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Current password" value={password} onChange={setPassword} />
        {otp !== null && (
          <CodeField hint="Of your authenticator app, or a recovery code." value={otp} onChange={setOtp} />
        )}
      </>
    ),
    prove: async (send) => {
      try {
        return { result: await send({ currentPassword: password, ...(otp === null ? {} : { otp: otp.trim() }) }) }
      } catch (error) {
        if (!(error instanceof ApiError) || error.errors[0]?.code !== 'TOTP_REQUIRED') throw error
        setOtp('')
        return null
      }
    },
  }
}
