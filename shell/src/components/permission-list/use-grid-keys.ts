import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { LINE_HEIGHT } from './line-height.ts'

interface Place {
  readonly line: number
  readonly column: number
}

const STEPS: Readonly<Record<string, readonly [lines: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

/** Arrow keys move between the cells of a matrix, which is one stop of the tab key. */
export function useGridKeys(box: RefObject<HTMLElement | null>, count: number) {
  const place = useRef<Place>({ line: 0, column: 0 })
  const wanted = useRef<Place | null>(null)

  // after each drawing: one cell is the tab stop, and the one that was moved to takes the focus once it is there
  useEffect(() => {
    const cells = box.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? []
    const stop = cellAt(box.current, wanted.current ?? place.current) ?? firstOf(cells)
    for (const each of cells) {
      const target = focusable(each)
      if (target) target.tabIndex = each === stop ? 0 : -1
    }
    const target = wanted.current && (cellAt(box.current, wanted.current) ?? nearest(box.current, wanted.current))
    if (!target) return
    wanted.current = null
    focusable(target)?.focus({ preventScroll: true })
  })

  const onFocus = (target: EventTarget) => {
    const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null
    const previous = cellAt(box.current, place.current)
    if (cell === null) return
    const old = previous && focusable(previous)
    if (old) old.tabIndex = -1
    const now = focusable(cell)
    if (now) now.tabIndex = 0
    place.current = placeOf(cell)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const { line, column } = place.current
    const next = { line: Math.max(0, Math.min(count - 1, line + step[0])), column: Math.max(0, column + step[1]) }
    const cell = cellAt(box.current, next) ?? (step[0] === 0 ? null : nearest(box.current, next))
    const target = cell && focusable(cell)
    if (target) {
      wanted.current = null
      target.focus({ preventScroll: true })
    } else if (step[0] !== 0) {
      // its line is not drawn yet, and the one in focus may be gone with the next drawing: the box keeps the keys
      place.current = next
      wanted.current = next
      box.current?.focus({ preventScroll: true })
    }
    scrollTo(box.current, next.line)
  }

  return { onFocus, onKeyDown }
}

function cellAt(box: HTMLElement | null, { line, column }: Place): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-cell="${line}:${column}"]`) ?? null
}

/** A line with fewer cells, a heading, is met at its last one. */
function nearest(box: HTMLElement | null, { line, column }: Place): HTMLElement | null {
  for (let at = column; at >= 0; at -= 1) {
    const cell = cellAt(box, { line, column: at })
    if (cell && focusable(cell)) return cell
  }
  return null
}

function firstOf(cells: Iterable<HTMLElement>): HTMLElement | undefined {
  return [...cells].find((cell) => focusable(cell) !== null)
}

function focusable(cell: HTMLElement): HTMLElement | null {
  return cell.querySelector<HTMLElement>('input:not(:disabled), button')
}

function placeOf(cell: HTMLElement): Place {
  const [line = 0, column = 0] = (cell.dataset.cell ?? '').split(':').map(Number)
  return { line, column }
}

function scrollTo(box: HTMLElement | null, line: number): void {
  if (box === null) return
  const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0
  const top = line * LINE_HEIGHT
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + LINE_HEIGHT + head > box.scrollTop + box.clientHeight)
    box.scrollTop = top + LINE_HEIGHT + head - box.clientHeight
}
