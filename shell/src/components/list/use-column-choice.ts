import { useState } from 'react'
import { readStored, writeStored } from '../../interaction/stored.ts'
import type { ColumnChoice } from './columns.ts'

/** A user's columns of one list, remembered in this browser; `null` is the server's own. */
export function useColumnChoice(pageKey: string, componentKey: string) {
  const key = `marquee.columns.${pageKey}.${componentKey}`
  const [choice, setChoice] = useState(() => readStored<ColumnChoice>(key))
  const choose = (next: ColumnChoice | null) => {
    writeStored(key, next)
    setChoice(next)
  }
  return [choice, choose] as const
}
