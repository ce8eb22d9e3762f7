import { Alert, Button, Input, type InputRef } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { CurrentUser, LoginResponse } from '../../../shared/session.ts'
import { ApiError } from '../api/api-error.ts'
import { sendCode, signIn } from '../api/session.ts'
import { CodeField } from '../sign-ins/code-field.tsx'
import { canUsePasskeys } from './passkeys/device.ts'
import { PasskeyButton } from './passkeys/passkey-button.tsx'
import { useFilledInPasskey } from './passkeys/use-filled-in-passkey.ts'

interface LoginFormProps {
  /** Fixed when the same user has to sign in again. */
  readonly username?: string
  /** Of a user whose account elsewhere was right: only the one-time code is missing. */
  readonly challenge?: Challenge | null
  /** What is known to be wrong from the start. */
  readonly problem?: string | null
  readonly onSignedIn: (user: CurrentUser) => void
  /** Other ways, below, until a code is asked for. */
  readonly children?: ReactNode
}

export interface Challenge {
  readonly token: string
  /** A passkey may stand in for the code. */
  readonly passkey: boolean
}

/** User name and password, then the one-time code when the account asks for it. */
export function LoginForm({ username, onSignedIn, children, ...known }: LoginFormProps) {
  const id = useId()
  const [name, setName] = useState(username ?? '')
  const [password, setPassword] = useState('')
  const [challenge, setChallenge] = useState(known.challenge ?? null)
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState(known.problem ?? null)
  const [busy, setBusy] = useState(false)
  const first = useRef<InputRef>(null)
  const secret = useRef<InputRef>(null)

  useEffect(() => {
    const start = challenge === null && username !== undefined ? secret : first
    start.current?.focus()
  }, [challenge, username])

  // whoever signs in over unsaved edits has to be who made them, which a passkey tells too late
  const mayUsePasskey = username === undefined && canUsePasskeys()
  useFilledInPasskey(mayUsePasskey && challenge === null, onSignedIn, setProblem)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      take(await (challenge === null ? signIn(name.trim(), password) : sendCode(challenge.token, otp.trim())))
    } catch (error) {
      setProblem(explain(error, challenge !== null))
      // The name is usually right.
      const wrong = challenge === null ? secret : first
      wrong.current?.focus({ cursor: 'all' })
    } finally {
      setBusy(false)
    }
  }

  const take = (response: LoginResponse) => {
    if (response.status === 'totpRequired') {
      setChallenge({ token: response.challengeToken, passkey: response.passkey === true })
    } else onSignedIn(response.user)
  }

  return (
    <>
      <form className="mq-login-form" onSubmit={submit} aria-label="Sign in">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        {challenge === null ? (
          <>
            <label htmlFor={`${id}name`}>User name or e-mail address</label>
            <Input
              id={`${id}name`}
              ref={first}
              name="username"
              autoComplete={mayUsePasskey ? 'username webauthn' : 'username'}
              autoCapitalize="none"
              spellCheck={false}
              required
              size="large"
              disabled={username !== undefined}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <label htmlFor={`${id}password`}>Password</label>
            <Input.Password
              id={`${id}password`}
              ref={secret}
              name="password"
              autoComplete="current-password"
              required
              size="large"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        ) : (
          <CodeField
            hint="Enter the code your authenticator app shows, or a recovery code."
            value={otp}
            onChange={setOtp}
            ref={first}
          />
        )}
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          {challenge === null ? 'Sign in' : 'Verify'}
        </Button>
        {challenge === null && mayUsePasskey && (
          <PasskeyButton
            label="Sign in with a passkey"
            challengeToken={null}
            onSignedIn={onSignedIn}
            onProblem={setProblem}
          />
        )}
        {challenge?.passkey && canUsePasskeys() && (
          <PasskeyButton
            label="Use a passkey"
            challengeToken={challenge.token}
            onSignedIn={onSignedIn}
            onProblem={setProblem}
          />
        )}
        {challenge !== null && (
          <Button type="link" onClick={() => setChallenge(null)}>
            Start over
          </Button>
        )}
      </form>
      {challenge === null && children}
    </>
  )
}

function explain(error: unknown, atCode: boolean): string {
  if (error instanceof ApiError && error.status === 401) {
    return atCode ? 'That code is not right, or it has run out.' : 'The user name or the password is not right.'
  }
  return error instanceof Error ? error.message : 'Signing in failed.'
}
