import { Button } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'

export interface Toast {
  readonly text: string
  readonly tone?: 'info' | 'error'
  /** Until another takes its place; for what the user has to act on. */
  readonly stays?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

interface Shown extends Toast {
  readonly id: number
}

/** Milliseconds a toast stays; long enough to read it and reach its button. */
const STAY = 10_000

let shown: Shown | null = null
let count = 0
const listeners = new Set<() => void>()

/** Shows a short message at the edge of the page; the newest replaces the one before. */
export function showToast(toast: Toast | null): void {
  count += 1
  shown = toast && { ...toast, id: count }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const toast = useSyncExternalStore(subscribe, () => shown)
  useEffect(() => {
    if (!toast || toast.stays) return
    const timer = setTimeout(() => showToast(null), STAY)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div className="mq-toasts" role="status">
      {toast && (
        <div key={toast.id} className="mq-toast" data-tone={toast.tone ?? 'info'}>
          <span>{toast.text}</span>
          {toast.action && (
            <Button
              size="small"
              onClick={() => {
                showToast(null)
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
