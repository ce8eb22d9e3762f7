import { type RefObject, useEffect, useRef } from 'react'
import type { ListData } from '../../../../shared/page.ts'
import { isTyping } from '../../interaction/use-shortcut.ts'
import type { Selection } from './use-selection.ts'

interface RowKeys {
  readonly table: RefObject<HTMLTableElement | null>
  readonly data: ListData
  readonly active: number
  readonly open: (id: number) => void
  readonly selection: Selection
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** Arrows or j and k move between rows, Enter opens one, x selects it; wherever the focus is, unless the user is typing. */
export function useRowKeys(keys: RowKeys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { table, data, active, open, selection } = current.current
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"][aria-modal="true"]') || elsewhere(event, table.current)) return
      const rows = table.current?.tBodies[0]?.rows
      const step = STEPS[event.key]
      const row = data.rows[active]
      const onRow = event.target instanceof HTMLTableRowElement
      if (step !== undefined && rows) {
        event.preventDefault()
        const target = rows[Math.max(0, Math.min(rows.length - 1, active + step))]
        target?.focus({ preventScroll: true })
        target?.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'Enter' && onRow && row) {
        event.preventDefault()
        open(row.id)
      } else if (event.key === 'x' && onRow && row) {
        event.preventDefault()
        selection.toggle(row.id, event.shiftKey)
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Arrow keys mean something else in menus, tabs and open dropdowns. */
function elsewhere(event: KeyboardEvent, table: HTMLTableElement | null): boolean {
  const target = event.target as HTMLElement
  return (
    !table?.contains(target) &&
    target.closest('[role="menu"], [role="tablist"], [role="listbox"], [aria-expanded="true"], .ant-popover') !== null
  )
}
