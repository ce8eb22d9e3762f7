import { useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../../../../shared/session.ts'
import { sendPasskey, signInOptions } from '../../api/passkeys.ts'
import { filledInPasskey, fillsInPasskeys, stopAsking } from './device.ts'

/** A challenge is good for five minutes, and nobody knows when the user comes back to the page. */
const RENEW_MS = 240_000

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
  const told = useRef({ onSignedIn, onProblem })
  told.current = { onSignedIn, onProblem }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again.
  useEffect(() => {
    if (!active) return
    let over = false
    let asking = false
    const again = () => setRound((count) => count + 1)
    const timer = setTimeout(again, RENEW_MS)
    const ask = async () => {
      if (!(await fillsInPasskeys()) || over) return
      const options = await signInOptions(null)
      if (over) return
      asking = true
      const credential = await filledInPasskey(options)
      asking = false
      if (credential === null || over) return
      try {
        const answer = await sendPasskey(credential, null)
        if (answer.status === 'authenticated') told.current.onSignedIn(answer.user)
      } catch (error) {
        told.current.onProblem(error instanceof Error ? error.message : 'Signing in failed.')
        again()
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
