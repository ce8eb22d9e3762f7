import { type RefObject, useEffect, useState } from 'react'

/** Lines beyond the visible ones, and how many there may be before only some are drawn. */
const SPARE = 12
const ALL = 120

/** Which lines of a scrolled box are drawn. All are of one height, in pixels. */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  lineHeight: number,
): { readonly from: number; readonly to: number } {
  const [at, setAt] = useState({ top: 0, height: 0 })
  const few = count <= ALL
  useEffect(() => {
    const { current } = box
    if (current === null || few) return
    const measure = () => setAt({ top: current.scrollTop, height: current.clientHeight })
    measure()
    current.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => {
      current.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [box, few])
  if (few) return { from: 0, to: count }
  const from = Math.max(0, Math.min(Math.floor(at.top / lineHeight), count) - SPARE)
  return { from, to: Math.min(count, from + Math.ceil(at.height / lineHeight) + 2 * SPARE) }
}
