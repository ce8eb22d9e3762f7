import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CurrentUser } from '../../../shared/session.ts'
import { onUnauthenticated } from '../api/client.ts'
import { signOut } from '../api/session.ts'
import { hasUnsavedEdits } from '../interaction/dirty.ts'
import { lazyPart } from '../interaction/lazy-part.ts'
import { findSession, hadSession, rememberSession } from './find-session.ts'

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | {
      readonly kind: 'anonymous'
      /** Somebody was signed in, whom the server does not know any more. */
      readonly ended: boolean
    }
  | { readonly kind: 'signedIn'; readonly user: CurrentUser }

interface Session {
  readonly state: SessionState
  readonly signedIn: (user: CurrentUser) => void
  readonly signOut: () => Promise<void>
  readonly retry: () => void
}

const SessionContext = createContext<Session | null>(null)
const SignInAgain = lazyPart(() => import('./sign-in-again.tsx').then((module) => module.SignInAgain))

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession stands outside SessionProvider')
  return session
}

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [asking, setAsking] = useState(false)
  const waiting = useRef<((signedIn: boolean) => void)[]>([])
  const current = useRef(state)
  current.current = state

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    const ended = hadSession()
    findSession(abort.signal).then(
      (user) => {
        if (!abort.signal.aborted) setState(user === null ? { kind: 'anonymous', ended } : { kind: 'signedIn', user })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ kind: 'unreachable', error })
      },
    )
    return () => abort.abort()
  }, [attempt])

  useEffect(() => {
    onUnauthenticated(() => {
      if (current.current.kind === 'signedIn' && hasUnsavedEdits()) {
        setAsking(true)
        return new Promise((resolve) => waiting.current.push(resolve))
      }
      const ended = hadSession()
      rememberSession(false)
      setState((before) => (before.kind === 'anonymous' ? before : { kind: 'anonymous', ended }))
      return Promise.resolve(false)
    })
  }, [])

  const answer = useCallback((signedIn: boolean) => {
    setAsking(false)
    for (const resolve of waiting.current.splice(0)) resolve(signedIn)
  }, [])

  const session = useMemo<Session>(
    () => ({
      state,
      signedIn: (user) => {
        rememberSession(true)
        setState({ kind: 'signedIn', user })
      },
      signOut: async () => {
        await signOut()
        rememberSession(false)
        setState({ kind: 'anonymous', ended: false })
      },
      retry: () => {
        setState({ kind: 'loading' })
        setAttempt((count) => count + 1)
      },
    }),
    [state],
  )

  return (
    <SessionContext value={session}>
      {children}
      {asking && state.kind === 'signedIn' && (
        <Suspense fallback={null}>
          <SignInAgain user={state.user} onDone={answer} />
        </Suspense>
      )}
    </SessionContext>
  )
}
