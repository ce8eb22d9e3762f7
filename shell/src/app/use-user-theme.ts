import { useEffect, useRef } from 'react'
import type { CurrentUser } from '../../../shared/session.ts'
import { keepPreferences, loadPreferences } from '../api/session.ts'
import type { ThemeChoice } from './theme.ts'
import { useThemeChoice } from './theme-provider.tsx'

/** The theme goes with the user: what was chosen in another browser holds here, and a choice is kept for the others. */
export function useUserTheme(user: CurrentUser | null): (choice: ThemeChoice) => void {
  const { choose } = useThemeChoice()
  const chosenHere = useRef(false)
  useEffect(() => {
    if (user === null) return
    const abort = new AbortController()
    loadPreferences(user, abort.signal).then(
      ({ theme }) => {
        if (theme !== undefined && !chosenHere.current && !abort.signal.aborted) choose(theme)
      },
      // without an answer the browser's own choice stands
      () => {},
    )
    return () => abort.abort()
  }, [user, choose])
  return (choice) => {
    chosenHere.current = true
    choose(choice)
    // a theme that is kept here only is no reason to bother anyone
    if (user !== null) keepPreferences({ theme: choice }).catch(() => {})
  }
}
