import { Navigate, useLocation } from 'react-router'
import { useTitle } from '../routing/use-title.ts'
import { LoginForm } from './login-form.tsx'
import { Logo } from './logo.tsx'
import { nextPath } from './next.ts'
import { useSession } from './session.tsx'
import { SessionGate } from './session-gate.tsx'

export function LoginPage() {
  const { state, signedIn } = useSession()
  const { search } = useLocation()
  useTitle('Sign in')
  if (state.kind === 'signedIn') return <Navigate to={nextPath(search)} replace />
  if (state.kind !== 'anonymous') return <SessionGate />
  return (
    <main className="mq-login">
      <div className="mq-login-card">
        <h1 className="mq-login-title">
          <Logo /> Marquee
        </h1>
        <LoginForm onSignedIn={signedIn} />
      </div>
    </main>
  )
}
