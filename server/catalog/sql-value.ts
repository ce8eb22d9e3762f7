import { literal } from './catalog.ts'

/** A value that a field type has read as SQL text, for definitions of tables, which take no parameters. */
export function sqlValue(value: unknown, type: string): string {
  if (value === null || value === undefined) return `null::${type}`
  if (Array.isArray(value)) return `array[${value.map((item) => literal(String(item))).join(', ')}]::${type}`
  return `${literal(String(value))}::${type}`
}
