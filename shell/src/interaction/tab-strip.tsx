import { type KeyboardEvent, type ReactNode, useState } from 'react'

export interface TabEntry {
  readonly key: string
  readonly title: string
  readonly changed?: boolean
  readonly errors?: number
}

interface TabStripProps {
  readonly id: string
  readonly label: string
  readonly tabs: readonly TabEntry[]
  readonly active: string
  readonly onChange: (key: string) => void
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The tab pattern of the ARIA authoring practices: one tab stop, arrows move. */
export function TabStrip({ id, label, tabs, active, onChange }: TabStripProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const index = tabs.findIndex((tab) => tab.key === active)
    const next = step && tabs[step(index, tabs.length)]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    document.getElementById(tabId(id, next.key))?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="mq-tabs" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          id={tabId(id, tab.key)}
          type="button"
          role="tab"
          aria-selected={tab.key === active}
          aria-controls={panelId(id, tab.key)}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.title}
          {tab.errors ? (
            <span
              className="mq-tab-errors"
              role="img"
              aria-label={tab.errors === 1 ? '1 error' : `${tab.errors} errors`}
            >
              {tab.errors}
            </span>
          ) : (
            tab.changed && <span className="mq-dot" role="img" aria-label="changed" />
          )}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  readonly id: string
  readonly tab: string
  readonly active: string
  /** Without a strip above it a panel is no panel. */
  readonly plain?: boolean
  /** Mounted from the start. */
  readonly early?: boolean
  readonly children: ReactNode
}

/** Mounted when first shown unless earlier, hidden after, so that what was typed stays. */
export function TabPanel({ id, tab, active, plain = false, early = false, children }: TabPanelProps) {
  const [seen, setSeen] = useState(early || tab === active)
  if (tab === active && !seen) setSeen(true)
  if (plain) return children
  return (
    <div
      id={panelId(id, tab)}
      role="tabpanel"
      aria-labelledby={tabId(id, tab)}
      hidden={tab !== active}
      className="mq-tabpanel"
    >
      {seen || tab === active ? children : null}
    </div>
  )
}

function tabId(id: string, key: string): string {
  return `${id}-tab-${key}`
}

function panelId(id: string, key: string): string {
  return `${id}-panel-${key}`
}
