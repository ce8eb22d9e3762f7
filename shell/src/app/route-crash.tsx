import { useRouteError } from 'react-router'
import { ErrorState } from '../states/error-state.tsx'

/** The last resort: something outside every component's own boundary broke. */
export function RouteCrash() {
  const error = useRouteError()
  return (
    <main className="mq-boot">
      <ErrorState wholePage error={error} onRetry={() => window.location.reload()} />
    </main>
  )
}
