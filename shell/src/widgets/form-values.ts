import { createContext } from 'react'

/** What the fields of a form hold now, by name; for widgets whose choices depend on another field. */
export const FormValues = createContext<(name: string) => unknown>(() => undefined)
