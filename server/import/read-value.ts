import type { Field } from '../catalog/catalog.ts'
import type { Parsed } from '../field-types/field-type.ts'
import { expected, parsed } from '../field-types/field-type.ts'
import { booleanWord } from './boolean-words.ts'
import { isNothing, scalarText } from './file-value.ts'
import { LongNumber } from './json-row.ts'

/** A value of a file for a field: what is bound as its parameter, null for nothing, or what was expected. */
export function readValue(value: unknown, field: Field, written: boolean): Parsed {
  if (isNothing(value)) return parsed(null)
  const text = scalarText(value)
  if (text === '') {
    // the empty text is a text; of anything else it is no value
    const empty = field.type.parseText('', field)
    return empty.ok ? empty : parsed(null)
  }
  if (text !== null && isNoTime(text, field)) {
    return expected('Unix time of nine digits at least, or a date such as 2026-01-31')
  }
  if (written && text !== null) return fromText(text, field)
  const asJson = field.type.parseJson(value instanceof LongNumber ? value.text : value, field)
  if (asJson.ok || text === null) return asJson
  // a number for a text, a text for a number: what it says is clear
  const asText = fromText(text, field)
  return asText.ok ? asText : asJson
}

/** Fewer digits are a year or a packed date more likely than a second before 1974, which is what they would be read as. */
function isNoTime(text: string, { type: { parameterType } }: Field): boolean {
  return (parameterType === 'date' || parameterType === 'timestamptz') && /^-?\d{1,8}$/.test(text)
}

/** Files say yes and no in more words than the API does. */
function fromText(text: string, field: Field): Parsed {
  const word = field.type.parameterType === 'boolean' ? booleanWord(text) : null
  return field.type.parseText(word === null ? text : String(word), field)
}

/** Names of related records: trimmed, each once, in their order. `repeated` counts those that came again. */
export interface Names {
  readonly values: readonly unknown[]
  readonly repeated: number
}

/** Reads the names in a value; a problem is told as what was expected. */
export function readNames(
  value: unknown,
  field: Field,
  { many, separator }: { readonly many: boolean; readonly separator: string | null },
): Names | { readonly expected: string } {
  const items = listOf(value, many ? separator : null)
  const names = new Map<string, unknown>()
  let count = 0
  for (const item of items) {
    const text = isNothing(item) ? '' : scalarText(item)?.trim()
    if (text === undefined) return { expected: many ? 'a list of names' : 'a name' }
    if (text === '') continue
    const name = field.type.parseText(text, field)
    if (!name.ok) return { expected: name.expected }
    count += 1
    names.set(String(name.value), name.value)
  }
  if (!many && names.size > 1) return { expected: 'one name' }
  return { values: [...names.values()], repeated: count - names.size }
}

/** A list of JSON; a text that is one, or whose parts stand between separators; anything else alone. */
function listOf(value: unknown, separator: string | null): readonly unknown[] {
  if (isNothing(value)) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || separator === null) return [value]
  if (!value.trimStart().startsWith('[')) return value.split(separator)
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : [value]
  } catch {
    return [value]
  }
}

/** What a parsed value is in a write body: jsonb is bound as text and written as what it says. */
export function bodyValue(value: unknown, field: Field): unknown {
  return field.type.parameterType === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value
}

/** A parsed value as text that is the same for whatever Postgres holds for the same value. */
export function canonical(value: unknown, field: Field): string | null {
  if (value === null) return null
  const { parameterType } = field.type
  if (parameterType === 'numeric') return plainNumber(String(value))
  if (parameterType === 'jsonb') return JSON.stringify(sorted(JSON.parse(String(value))))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function plainNumber(text: string): string {
  const plain = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
  return plain === '-0' ? '0' : plain
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}
