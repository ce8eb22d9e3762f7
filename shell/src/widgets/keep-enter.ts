import type { KeyboardEvent } from 'react'

/** Enter takes what is typed in a picker; it is not meant to save the whole form. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
