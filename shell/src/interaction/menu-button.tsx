import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface MenuEntry {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  /** One of several choices, of which one is on. */
  readonly checked?: boolean
  readonly onChoose: () => void
}

interface MenuButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly face?: ReactNode
  /** A line above the entries that is nothing to choose. */
  readonly note?: string
  readonly entries: readonly MenuEntry[]
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A button with a short menu; the menu-button pattern of the ARIA authoring practices. */
export function MenuButton({ label, icon, face, note, entries }: MenuButtonProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }

  useEffect(() => {
    if (!open) return
    const first =
      list.current?.querySelector<HTMLElement>('[aria-checked="true"]') ??
      list.current?.querySelector<HTMLElement>('[role^="menuitem"]')
    first?.focus()
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return close()
    if (event.key === 'Tab') return setOpen(false)
    const all = items()
    const step = STEPS[event.key]
    const next = step && all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className="mq-menubutton" ref={box}>
      <Button
        type="text"
        icon={icon}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {face}
      </Button>
      {open && (
        <div className="mq-popmenu">
          {note !== undefined && <p>{note}</p>}
          <div id={id} ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
            {entries.map((entry) => (
              <button
                key={entry.key}
                type="button"
                tabIndex={-1}
                {...(entry.checked === undefined
                  ? { role: 'menuitem' }
                  : { role: 'menuitemradio', 'aria-checked': entry.checked })}
                onClick={() => {
                  close()
                  entry.onChoose()
                }}
              >
                {entry.icon !== undefined && <span aria-hidden="true">{entry.icon}</span>}
                {entry.label}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
