import { isStorable } from './storable.ts'

const DEEPEST = 64

/** What keeps Postgres from storing a JSON value in jsonb, as what was expected; null when nothing does. */
export function brokenJsonRule(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : 'JSON without NUL or broken characters'
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'JSON with numbers within ±1.8e308'
  if (typeof value !== 'object' || value === null) return value === undefined ? 'JSON' : null
  if (depth === DEEPEST) return `JSON of at most ${DEEPEST} levels`
  const inner = Array.isArray(value) ? value : Object.entries(value).flat()
  for (const item of inner) {
    const broken = brokenJsonRule(item, depth + 1)
    if (broken !== null) return broken
  }
  return null
}
