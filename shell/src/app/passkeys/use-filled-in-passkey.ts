import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../../shared/session.ts'
import { ApiError } from '../../api/api-error.ts'
import { signInOptions } from '../../api/passkeys.ts'
import { filledInPasskey, fillsInPasskeys, stopAsking } from './device.ts'
import { signInWith } from './send-passkey.ts'

/** A challenge is good for five minutes, and nobody knows when the user comes back to the page. */
const RENEW_MS = 240_000
/** After a failure that may pass; each further one doubles it. */
const PAUSE_MS = 5_000

/**
 * Has the browser offer passkeys where the user name is filled in, as long as `active`. Where it cannot, or the server
 * does not answer, there is the button still, which tells what is wrong.
 */
export function useFilledInPasskey(
  active: boolean,
  onSignedIn: (user: CurrentUser) => void,
  onProblem: (text: string) => void,
): void {
  const [round, setRound] = useState(0)
  const failures = useRef(0)
  const told = useRef({ onSignedIn, onProblem })
  told.current = { onSignedIn, onProblem }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again.
  useEffect(() => {
    if (!active) return
    let over = false
    let asking = false
    const again = () => setRound((count) => count + 1)
    let timer = setTimeout(again, RENEW_MS)
    const ask = async () => {
      if (!(await fillsInPasskeys()) || over) return
      const options = await signInOptions(null)
      if (over) return
      asking = true
      const credential = await filledInPasskey(options)
      asking = false
      if (credential === null || over) return
      try {
        const user = await signInWith(credential, options, null)
        if (user !== null) told.current.onSignedIn(user)
      } catch (error) {
        told.current.onProblem(error instanceof Error ? error.message : 'Signing in failed.')
        clearTimeout(timer)
        // a device that answers by itself would be asked in a loop, each time an attempt that counts
        if (over || isRefusal(error)) return
        timer = setTimeout(again, Math.min(PAUSE_MS * 2 ** failures.current, RENEW_MS))
        failures.current += 1
      }
    }
    ask().catch(() => undefined)
    return () => {
      over = true
      clearTimeout(timer)
      if (asking) void stopAsking()
    }
  }, [active, round])
}

/** The same passkey would be refused again; the button is there for another one. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 429)
}
