import { useEffect, useRef } from 'react'

/** Marks a frame with the sides on which the box that scrolls in it holds more than is seen, for the style sheet to shade. */
export function useScrollEdges() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    const box = element?.firstElementChild
    if (!element || !box) return
    const mark = () => {
      const rest = box.scrollWidth - box.clientWidth - box.scrollLeft
      element.dataset.moreStart = String(box.scrollLeft > 1)
      element.dataset.moreEnd = String(rest > 1)
    }
    const resized = new ResizeObserver(mark)
    for (const watched of [box, ...box.children]) resized.observe(watched)
    box.addEventListener('scroll', mark, { passive: true })
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', mark)
    }
  }, [])
  return frame
}
