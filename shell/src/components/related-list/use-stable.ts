import { useMemo, useRef } from 'react'

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>

/** The same functions at every drawing, each of which does what its newest does: rows need not be drawn anew for them. */
export function useStable<T extends Functions>(functions: T): T {
  const current = useRef(functions)
  current.current = functions
  const names = Object.keys(functions).join()
  return useMemo(
    () =>
      Object.fromEntries(
        names.split(',').map((name) => [name, (...args: never[]) => current.current[name]?.(...args)]),
      ) as T,
    [names],
  )
}
