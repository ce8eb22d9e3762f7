import { Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { lazyPart } from '../interaction/lazy-part.ts'
import { useTitle } from '../routing/use-title.ts'
import type { Challenge } from './login-form.tsx'
import { isServicePage, nextPath } from './next.ts'
import { problemText } from './provider-problems.ts'
import { useSession } from './session.tsx'
import { SessionGate } from './session-gate.tsx'
import { SignInCard } from './sign-in-card.tsx'

const LoginForm = lazyPart(() => import('./login-form.tsx').then((module) => module.LoginForm))
const ProviderButtons = lazyPart(() => import('./provider-buttons.tsx').then((module) => module.ProviderButtons))

const ABOUT = 'Content management for media catalogues: films, people and collections in one place.'

export function LoginPage() {
  const { state, signedIn } = useSession()
  const { search, hash } = useLocation()
  // what a sign-in elsewhere leads here with; it counts once
  const [{ challenge, problem }] = useState(() => ({
    challenge: challengeIn(hash),
    problem: problemText(new URLSearchParams(search).get('problem')),
  }))
  useTitle('Sign in')
  const next = nextPath(search)
  const leaves = state.kind === 'signedIn' && isServicePage(next)
  useEffect(() => {
    if (leaves) location.replace(next)
  }, [leaves, next])
  useEffect(() => {
    if (challenge !== null) history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  }, [challenge])
  if (leaves) return null
  if (state.kind === 'signedIn') return <Navigate to={next} replace />
  if (state.kind !== 'anonymous') return <SessionGate />
  return (
    <SignInCard about={state.ended ? 'You were signed out. Sign in to go on.' : ABOUT}>
      <Suspense fallback={<div className="mq-login-form" role="status" aria-label="Loading" />}>
        <LoginForm challenge={challenge} problem={problem} onSignedIn={signedIn}>
          <p className="mq-login-other">
            <Link to="/forgot-password">Forgot password?</Link>
          </p>
          <Suspense fallback={null}>
            <ProviderButtons next={next} />
          </Suspense>
        </LoginForm>
      </Suspense>
    </SignInCard>
  )
}

/** What a sign-in through somebody else leaves to be asked, when it is a one-time code. */
function challengeIn(hash: string): Challenge | null {
  const known = new URLSearchParams(hash.slice(1))
  const token = known.get('challenge')
  return token === null ? null : { token, passkey: known.get('passkey') === 'true' }
}
