import { type KeyboardEvent, useMemo, useState } from 'react'
import type { RowName } from '../../../../shared/page-save.ts'
import { setOrder } from './edits/actions.ts'
import type { ListEdits } from './edits/list-edits.ts'
import { placeRows } from './edits/order.ts'
import type { Act } from './use-list-edits.ts'

interface Options {
  readonly edits: ListEdits
  readonly act: Act
  readonly labelOf: (id: RowName) => string
  /** A row moves under the focus, which is to follow it. */
  readonly follow: (id: RowName) => void
  readonly say: (text: string) => void
}

interface Lifted {
  readonly id: RowName
  readonly order: readonly RowName[]
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The order a user gives to rows, by keys and by numbers; what is removed keeps its place and counts for none. */
export function useOrdering({ edits, act, labelOf, follow, say }: Options) {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const { order, removed } = edits
  const there = useMemo(() => order.filter((name) => typeof name === 'string' || !removed.has(name)), [order, removed])
  const positions = useMemo(() => new Map(there.map((name, index) => [name, index + 1])), [there])

  /** Puts rows together before another one; null: at the end. */
  const putBefore = (rows: ReadonlySet<RowName>, before: RowName | null) => {
    const rest = order.filter((name) => !rows.has(name))
    act((now) => setOrder(now, placeRows(now.order, rows, before === null ? rest.length : rest.indexOf(before))))
  }

  /** Puts rows so that the first of them has a position, from 1 on. */
  const moveTo = (rows: ReadonlySet<RowName>, position: number) => {
    const others = there.filter((name) => !rows.has(name))
    const at = Math.max(1, Math.min(others.length + 1, position))
    putBefore(rows, others[at - 1] ?? null)
    const [first] = rows
    if (first === undefined) return
    say(`${rows.size === 1 ? labelOf(first) : `${rows.size} rows`}, position ${at} of ${there.length}`)
  }

  const moveBy = (id: RowName, by: number) => {
    const from = positions.get(id)
    if (from === undefined) return
    const to = Math.max(1, Math.min(there.length, from + by))
    follow(id)
    if (to !== from) moveTo(new Set([id]), to)
    else say(`${labelOf(id)} is ${from === 1 ? 'the first' : 'the last'}`)
  }

  const drop = () => {
    if (lifted === null) return
    say(`${labelOf(lifted.id)}, dropped at position ${positions.get(lifted.id)} of ${there.length}`)
    setLifted(null)
  }

  /** True when the key was one of lifting, moving and dropping. */
  const handleKey = (id: RowName, event: KeyboardEvent): boolean => {
    const isLifted = lifted?.id === id
    if (event.key === ' ' || event.key === 'Enter') {
      if (isLifted) drop()
      else {
        setLifted({ id, order })
        say(
          `${labelOf(id)}, lifted from position ${positions.get(id)} of ${there.length}. Arrow keys move it, Space drops it, Escape puts it back.`,
        )
      }
      return true
    }
    if (!isLifted) return false
    if (event.key === 'Escape') {
      follow(id)
      act((now) => setOrder(now, withAdded(lifted.order, now)))
      setLifted(null)
      say(`${labelOf(id)}, put back`)
      return true
    }
    if (event.key === 'Tab') drop()
    const step = STEPS[event.key]
    if (step === undefined) return false
    moveBy(id, step)
    return true
  }

  return { positions, count: there.length, lifted: lifted?.id ?? null, putBefore, moveTo, moveBy, handleKey }
}

/** An order of before, of the rows there are now. */
function withAdded(order: readonly RowName[], now: ListEdits): readonly RowName[] {
  const there = new Set(now.order)
  const known = new Set(order)
  return [...order.filter((name) => there.has(name)), ...now.order.filter((name) => !known.has(name))]
}

export type Ordering = ReturnType<typeof useOrdering>
