import type { MouseEvent } from 'react'

/** A text cut short shows whole on hover; measured only then, since measuring every cell would slow the list. */
export function titleWhenCut(event: MouseEvent<HTMLTableCellElement>): void {
  const cell = event.currentTarget
  const isCut = [cell, cell.firstElementChild].some((element) => element && element.scrollWidth > element.clientWidth)
  if (isCut) cell.title = cell.textContent ?? ''
  else cell.removeAttribute('title')
}
