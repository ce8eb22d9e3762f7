import { Suspense, useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { lazyPart } from '../interaction/lazy-part.ts'
import { useTitle } from '../routing/use-title.ts'
import { isServicePage, nextPath } from './next.ts'
import { useSession } from './session.tsx'
import { SessionGate } from './session-gate.tsx'
import { SignInCard } from './sign-in-card.tsx'

const LoginForm = lazyPart(() => import('./login-form.tsx').then((module) => module.LoginForm))

export function LoginPage() {
  const { state, signedIn } = useSession()
  const { search } = useLocation()
  useTitle('Sign in')
  const next = nextPath(search)
  const leaves = state.kind === 'signedIn' && isServicePage(next)
  useEffect(() => {
    if (leaves) location.replace(next)
  }, [leaves, next])
  if (leaves) return null
  if (state.kind === 'signedIn') return <Navigate to={next} replace />
  if (state.kind !== 'anonymous') return <SessionGate />
  return (
    <SignInCard about="Content management for media catalogues: films, people and collections in one place.">
      <Suspense fallback={<div className="mq-login-form" role="status" aria-label="Loading" />}>
        <LoginForm onSignedIn={signedIn} />
      </Suspense>
      <p className="mq-login-other">
        <Link to="/forgot-password">Forgot password?</Link>
      </p>
    </SignInCard>
  )
}
