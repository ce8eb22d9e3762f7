import { createContext, use } from 'react'

/** Whether the user is an administrator, for parts that know nothing of sessions. */
export const Administrator = createContext(false)

export function useIsAdministrator(): boolean {
  return use(Administrator)
}
