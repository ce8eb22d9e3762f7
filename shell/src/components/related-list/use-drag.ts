import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { RowName } from '../../../../shared/page-save.ts'

interface Options {
  readonly box: RefObject<HTMLElement | null>
  readonly table: RefObject<HTMLTableElement | null>
  readonly lineHeight: number
  readonly lines: number
  /** What is dragged along with a row. */
  readonly rowsWith: (id: RowName) => ReadonlySet<RowName>
  readonly onDrop: (rows: ReadonlySet<RowName>, line: number) => void
}

export interface Drag {
  readonly id: RowName
  readonly rows: ReadonlySet<RowName>
  /** It is dropped before this line. */
  readonly line: number
}

/** Pixels a pointer moves before it drags, and how near to an edge it scrolls. */
const START = 4
const EDGE = 48

/** Drags rows by a handle: the box scrolls where the pointer comes near its edges, Escape calls it off. */
export function useDrag(options: Options) {
  const current = useRef(options)
  current.current = options
  const [drag, setDrag] = useState<Drag | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  const grab = (id: RowName, down: ReactPointerEvent<HTMLElement>) => {
    if (down.button !== 0) return
    const { box } = current.current
    const pointer = { x: down.clientX, y: down.clientY }
    const started = { ...pointer }
    let now: Drag | null = null
    let frame = 0

    const follow = () => {
      const line = lineAt(current.current, pointer.y)
      if (now !== null && line !== now.line) {
        now = { ...now, line }
        setDrag(now)
      }
      if (ghost.current) ghost.current.style.transform = `translate(${pointer.x + 12}px, ${pointer.y + 8}px)`
    }
    const scroll = () => {
      frame = requestAnimationFrame(scroll)
      if (box.current && scrollNear(box.current, pointer.y, pointer.y - started.y)) follow()
    }
    const move = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return
      pointer.x = event.clientX
      pointer.y = event.clientY
      if (now === null) {
        if (Math.hypot(pointer.x - started.x, pointer.y - started.y) < START) return
        // The handle may be drawn no more once the box has scrolled: the box takes the pointer over.
        box.current?.setPointerCapture(down.pointerId)
        now = { id, rows: current.current.rowsWith(id), line: lineAt(current.current, pointer.y) }
        setDrag(now)
        frame = requestAnimationFrame(scroll)
      }
      follow()
    }
    const stop = () => {
      cancelAnimationFrame(frame)
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true)
      end.current = null
      setDrag(null)
    }
    const up = () => {
      const done = now
      stop()
      if (done !== null) current.current.onDrop(done.rows, done.line)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      stop()
    }
    const listeners = [
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', stop],
      ['keydown', key],
    ] as const
    end.current?.()
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
    end.current = stop
  }

  return { drag, grab, ghost }
}

/** Before which line something is dropped that is held at a height of the window. */
function lineAt({ table, lineHeight, lines }: Options, y: number): number {
  const top = table.current?.tBodies[0]?.getBoundingClientRect().top ?? 0
  return Math.max(0, Math.min(lines, Math.round((y - top) / lineHeight)))
}

/**
 * Scrolls the box, or what it stands in, the faster the nearer the pointer is to an edge that is seen; true when it did.
 * What is grabbed near an edge scrolls nothing until it is moved towards it.
 */
function scrollNear(box: HTMLElement, y: number, moved: number): boolean {
  const outer = scrollerOf(box)
  // What is saved with the page has its bar at the lower edge, over the list.
  const bar = document.querySelector('[data-testid="save-bar"]')?.getBoundingClientRect().top ?? window.innerHeight
  const seen = { top: outer?.getBoundingClientRect().top ?? 0, bottom: Math.min(bar, window.innerHeight) }
  const own = box.getBoundingClientRect()
  const inner = { top: Math.max(own.top, seen.top), bottom: Math.min(own.bottom, seen.bottom) }
  const towards = (depth: number) => (Math.abs(moved) > START && Math.sign(depth) === Math.sign(moved) ? depth : 0)
  return scrollBy(box, towards(depthIn(inner, y))) || (outer !== null && scrollBy(outer, towards(depthIn(seen, y))))
}

/** How far a height is within the zone at an edge, upwards as less than nothing. */
function depthIn({ top, bottom }: { readonly top: number; readonly bottom: number }, y: number): number {
  if (y < top + EDGE) return y - top - EDGE
  return y > bottom - EDGE ? y - bottom + EDGE : 0
}

function scrollBy(element: Element, depth: number): boolean {
  if (depth === 0) return false
  const before = element.scrollTop
  element.scrollTop += Math.sign(depth) * speed(Math.abs(depth))
  return element.scrollTop !== before
}

function speed(depth: number): number {
  return Math.ceil(Math.min(depth, EDGE) / 4)
}

function scrollerOf(box: HTMLElement): Element | null {
  for (let at = box.parentElement; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return document.scrollingElement
}
