import { Alert, Button, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { isGoodLink, resetPassword } from '../api/passwords.ts'
import { useSubmit } from '../interaction/use-submit.ts'
import { useTitle } from '../routing/use-title.ts'
import { PasswordField } from '../sign-ins/password-field.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { SignInCard } from './sign-in-card.tsx'

type Progress =
  | { readonly kind: 'checking' | 'good' | 'expired' | 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Where the mailed link leads: its token stands behind `#`. */
export function ResetPasswordPage() {
  const token = useLocation().hash.slice(1)
  const [progress, setProgress] = useState<Progress>({ kind: 'checking' })
  const [attempt, setAttempt] = useState(0)
  useTitle('New password')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setProgress({ kind: 'checking' })
    isGoodLink(token, abort.signal).then(
      (good) => setProgress({ kind: good ? 'good' : 'expired' }),
      (error: unknown) => {
        if (!abort.signal.aborted) setProgress({ kind: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [token, attempt])

  if (progress.kind === 'checking') return <div className="mq-boot" role="status" aria-label="Loading" />
  if (progress.kind === 'failed') {
    return (
      <main className="mq-boot">
        <ErrorState wholePage error={progress.error} onRetry={() => setAttempt((count) => count + 1)} />
      </main>
    )
  }
  if (progress.kind === 'good') return <NewPassword token={token} onEnd={(kind) => setProgress({ kind })} />
  if (progress.kind === 'done') {
    return (
      <SignInCard heading="Your password is set" about="You are signed out everywhere; sign in with the new one.">
        <p className="mq-login-other">
          <Link to="/login">Sign in</Link>
        </p>
      </SignInCard>
    )
  }
  return (
    <SignInCard
      heading="This link works no more"
      about="It was used already, or half an hour has passed since it was sent."
    >
      <p className="mq-login-other">
        <Link to="/forgot-password">Ask for a new link</Link>
      </p>
    </SignInCard>
  )
}

function NewPassword({ token, onEnd }: { readonly token: string; readonly onEnd: (end: 'done' | 'expired') => void }) {
  const [password, setPassword] = useState('')
  const first = useRef<InputRef>(null)
  const { busy, problem, submit } = useSubmit(async () => {
    try {
      await resetPassword(token, password)
      onEnd('done')
    } catch (error) {
      if (!(error instanceof ApiError) || !error.errors.some(({ source }) => source?.pointer === '/token')) throw error
      onEnd('expired')
    }
  })
  useEffect(() => first.current?.focus(), [])
  return (
    <SignInCard heading="Choose a new password" about="It takes the place of the one you forgot.">
      <form className="mq-login-form" data-short onSubmit={submit} aria-label="Choose a new password">
        {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
        <PasswordField
          label="New password"
          isNew
          ends="everywhere"
          value={password}
          onChange={setPassword}
          ref={first}
        />
        <Button type="primary" htmlType="submit" size="large" block loading={busy}>
          Set the password
        </Button>
      </form>
    </SignInCard>
  )
}
