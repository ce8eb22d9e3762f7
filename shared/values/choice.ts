import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'
import { isStorable } from './storable.ts'
import type { TextForm } from './text-reader.ts'

/** One of the field's enum values. */
export const CHOICE: TextForm = {
  read: (text, field) => (isChoice(text, field) ? parsed(text) : expected(choices(field))),
}

/**
 * Any of the field's enum values, each once, in the order given.
 * Written as text: separated by commas, or as a JSON array where a value holds one.
 */
export const choiceLists: ValueReader = {
  parseJson: parseElements,
  parseText: (text, field) => parseElements(elementsOf(text), field),
}

function isChoice(text: string, field: RuledField): boolean {
  return field.enumValues.some(({ value }) => value === text)
}

const SHOWN = 10

/** @example 'one of G, PG, R' */
function choices(field: RuledField): string {
  const values = field.enumValues.map(({ value }) => value)
  return `one of ${values.slice(0, SHOWN).join(', ')}${values.length > SHOWN ? ', …' : ''}`
}

function parseElements(value: unknown, field: RuledField): Parsed {
  if (!Array.isArray(value)) return expected(`an array of values, each ${choices(field)}`)
  if (value.length === 0 && field.required) return expected(`at least ${choices(field)}`)
  const valid = value.every((item) => typeof item === 'string' && isStorable(item) && isChoice(item, field))
  if (!valid) return expected(`values that are each ${choices(field)}`)
  return new Set(value).size === value.length ? parsed([...value]) : expected('values without duplicates')
}

function elementsOf(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (!trimmed.startsWith('[')) return trimmed.split(',').map((item) => item.trim())
  try {
    return JSON.parse(trimmed)
  } catch {
    return null
  }
}
