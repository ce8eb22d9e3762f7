import { useEffect, useRef } from 'react'

/** Runs `action` on a bare key press anywhere on the page, unless the user is typing or a dialog is open. */
export function useShortcut(key: string, action: ((event: KeyboardEvent) => void) | null): void {
  const current = useRef(action)
  current.current = action
  const active = action !== null
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      current.current?.(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, active])
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="menuitem"]')
  )
}
