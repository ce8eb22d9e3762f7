import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { HistoryVersion } from '../../../../shared/history.ts'
import { amountOf, exactMomentOf, momentOf, operationOf } from './version-text.ts'

interface VersionListProps {
  readonly entries: readonly HistoryVersion[]
  readonly total: number
  readonly selected: number
  readonly busy: boolean
  readonly onSelect: (index: number) => void
  readonly onOlder: () => void
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The versions, newest first: one tab stop, arrows choose. */
export function VersionList({ entries, total, selected, busy, onSelect, onOlder }: VersionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true })
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(selected, entries.length)
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[next]?.focus()
  }
  return (
    <div className="mq-versions">
      <div ref={list} role="listbox" aria-label="Versions" tabIndex={-1}>
        {entries.map((entry, index) => (
          <div
            key={`${entry.version} ${entry.at}`}
            role="option"
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            className="mq-version"
            onClick={() => onSelect(index)}
            onKeyDown={onKeyDown}
          >
            <span className="mq-version-head">
              <time dateTime={entry.at} title={exactMomentOf(entry)}>
                {momentOf(entry)}
              </time>
              <span className="mq-muted">{index === 0 ? 'Current' : `Version ${entry.version}`}</span>
            </span>
            <span className="mq-version-what">
              <span title={entry.user.name}>{entry.user.name}</span>
              <span className="mq-muted">
                {operationOf(entry)} · {amountOf(entry)}
              </span>
            </span>
          </div>
        ))}
      </div>
      {entries.length < total && (
        <Button size="small" type="text" loading={busy} onClick={onOlder}>
          Show older versions
        </Button>
      )}
    </div>
  )
}
