import { useCallback, useMemo, useRef, useState } from 'react'
import type { EntityId } from '../../../../shared/envelope.ts'

export interface Selection<I = EntityId> {
  readonly ids: ReadonlySet<I>
  /** Of the rows on the screen. */
  readonly all: boolean
  readonly some: boolean
  readonly toggle: (id: I, range: boolean) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Chosen records; they stay chosen while the user pages and filters. */
export function useSelection<I = EntityId>(rows: readonly { readonly id: I }[]): Selection<I> {
  const [ids, setIds] = useState<ReadonlySet<I>>(new Set())
  const last = useRef<I | null>(null)
  const clear = useCallback(() => setIds(new Set()), [])
  const toggle = useCallback(
    (id: I, range: boolean) => {
      const from = rows.findIndex((row) => row.id === last.current)
      const to = rows.findIndex((row) => row.id === id)
      const reach =
        range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id) : [id]
      last.current = id
      setIds((now) => {
        const next = new Set(now)
        const add = !now.has(id)
        for (const one of reach) add ? next.add(one) : next.delete(one)
        return next
      })
    },
    [rows],
  )
  return useMemo(() => {
    const here = rows.filter((row) => ids.has(row.id)).length
    const all = rows.length > 0 && here === rows.length
    const toggleAll = () =>
      setIds((now) => {
        const next = new Set(now)
        for (const row of rows) all ? next.delete(row.id) : next.add(row.id)
        return next
      })
    return { ids, all, some: here > 0 && !all, toggle, toggleAll, clear }
  }, [ids, rows, toggle, clear])
}
