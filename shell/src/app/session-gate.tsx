import { Navigate, Outlet, useLocation } from 'react-router'
import { Administrator } from '../routing/administrator.ts'
import { ErrorState } from '../states/error-state.tsx'
import { loginPath } from './next.ts'
import { useSession } from './session.tsx'

/** Lets only signed-in users through, and brings the others back to where they were going. */
export function SessionGate() {
  const { state, retry } = useSession()
  const location = useLocation()
  if (state.kind === 'signedIn') {
    return (
      <Administrator value={state.user.isAdministrator}>
        <Outlet />
      </Administrator>
    )
  }
  if (state.kind === 'anonymous') return <Navigate to={loginPath(location)} replace />
  if (state.kind === 'loading') return <div className="mq-boot" role="status" aria-label="Loading" />
  return (
    <main className="mq-boot">
      <ErrorState wholePage error={state.error} onRetry={retry} />
    </main>
  )
}
