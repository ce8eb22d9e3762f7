import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { RowName } from '../../../../shared/page-save.ts'

/** A row's place among the drawn and undrawn ones, and which of its stops it is. */
interface Place {
  readonly index: number
  readonly column: number
}

interface GridFocus {
  readonly table: RefObject<HTMLTableElement | null>
  readonly ids: readonly RowName[]
  /** Brings a row into sight, so that it is drawn. */
  readonly scrollTo: (index: number) => void
}

const STEPS: Readonly<Record<string, (place: Place, last: number) => Place>> = {
  ArrowUp: ({ index, column }) => ({ index: index - 1, column }),
  ArrowDown: ({ index, column }) => ({ index: index + 1, column }),
  ArrowLeft: ({ index, column }) => ({ index, column: column - 1 }),
  ArrowRight: ({ index, column }) => ({ index, column: column + 1 }),
  PageUp: ({ index, column }) => ({ index: index - 10, column }),
  PageDown: ({ index, column }) => ({ index: index + 10, column }),
  Home: ({ index }) => ({ index, column: 0 }),
  End: ({ index }) => ({ index, column: Number.MAX_SAFE_INTEGER }),
}

/** The grid pattern of the ARIA authoring practices: the cells are one stop of the tab key, arrows move between them. */
export function useGridFocus({ table, ids, scrollTo }: GridFocus) {
  const place = useRef<Place>({ index: 0, column: 0 })
  const stop = useRef<HTMLElement | null>(null)
  const wanted = useRef<{ readonly id: RowName; readonly column: number | string } | null>(null)

  // After each drawing: one cell is the tab stop, and the one that was asked for takes the focus once it is there.
  useLayoutEffect(() => {
    const asked = wanted.current
    const index = asked === null ? -1 : ids.indexOf(asked.id)
    if (asked !== null && index >= 0) {
      const found = stopAt(table.current, index, asked.column)
      if (found === null) return scrollTo(index)
      wanted.current = null
      place.current = placeOf(found) ?? place.current
      found.focus({ preventScroll: true })
      scrollTo(index)
    }
    place.current = { ...place.current, index: Math.min(place.current.index, Math.max(0, ids.length - 1)) }
    markStop(stopAt(table.current, place.current.index, place.current.column) ?? firstStop(table.current))
  })

  const markStop = (element: HTMLElement | null) => {
    if (stop.current !== null && stop.current !== element) stop.current.tabIndex = -1
    if (element !== null) element.tabIndex = 0
    stop.current = element
  }

  const onFocus = (target: EventTarget) => {
    const found = target instanceof HTMLElement ? placeOf(target) : null
    if (found === null) return
    place.current = found
    markStop(stopAt(table.current, found.index, found.column))
  }

  /** True when the key was one that moves between cells. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const step = STEPS[event.key]
    if (!step || event.altKey || event.metaKey || event.shiftKey) return false
    event.preventDefault()
    const last = ids.length - 1
    const next = event.ctrlKey ? furthest(event.key, place.current, last) : step(place.current, last)
    const index = Math.max(0, Math.min(last, next.index))
    const id = ids[index]
    if (id === undefined) return true
    const found = stopAt(table.current, index, Math.max(0, next.column))
    if (found) {
      found.focus({ preventScroll: true })
      scrollTo(index)
    } else {
      // It is not drawn yet, and what is in focus may be gone with the next drawing.
      wanted.current = { id, column: Math.max(0, next.column) }
      scrollTo(index)
    }
    return true
  }

  /** Focuses a cell by its row and its field or place, once it is drawn. */
  const focusCell = (id: RowName, column: number | string) => {
    wanted.current = { id, column }
    const index = ids.indexOf(id)
    const found = index < 0 ? null : stopAt(table.current, index, column)
    if (found !== null) {
      wanted.current = null
      found.focus({ preventScroll: true })
    }
    if (index >= 0) scrollTo(index)
  }

  /** The same, of a row that is about to be drawn, or drawn at another place. */
  const focusNext = (id: RowName, column: number | string) => {
    wanted.current = { id, column }
  }

  return { onFocus, onKeyDown, focusCell, focusNext, column: () => place.current.column }
}

function firstStop(table: HTMLTableElement | null): HTMLElement | null {
  const row = table?.querySelector<HTMLTableRowElement>('tr[data-index]')
  return (row && stopsOf(row)[0]) ?? null
}

function furthest(key: string, { index, column }: Place, last: number): Place {
  if (key === 'Home' || key === 'ArrowUp') return { index: 0, column: key === 'Home' ? 0 : column }
  if (key === 'End' || key === 'ArrowDown')
    return { index: last, column: key === 'End' ? Number.MAX_SAFE_INTEGER : column }
  return { index, column }
}

/** What takes the focus in a row, from its start on: the controls of a cell, or a cell without any. */
function stopsOf(row: HTMLTableRowElement): HTMLElement[] {
  return [...row.cells].flatMap((cell) => {
    const controls = [...cell.querySelectorAll<HTMLElement>(CONTROLS)]
    return controls.length > 0 && cell.dataset.editing === undefined ? controls : [cell]
  })
}

const CONTROLS = '[data-stop]:not(:disabled), .ant-checkbox-input:not(:disabled)'

function stopAt(table: HTMLTableElement | null, index: number, column: number | string): HTMLElement | null {
  const row = table?.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`)
  if (!row) return null
  const stops = stopsOf(row)
  if (typeof column === 'number') return stops[Math.min(column, stops.length - 1)] ?? null
  const cells = stops.map((one) => one.closest('td')?.dataset.field)
  return stops[cells.indexOf(column)] ?? stops.find((_, at) => cells[at] !== undefined) ?? null
}

function placeOf(element: HTMLElement): Place | null {
  const row = element.closest('tr')
  const index = Number(row?.dataset.index)
  if (row === null || !Number.isInteger(index)) return null
  const stops = stopsOf(row)
  const column = stops.findIndex((stop) => stop === element || stop.contains(element) || element.contains(stop))
  return { index, column: Math.max(0, column) }
}
