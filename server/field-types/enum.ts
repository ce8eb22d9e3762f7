import { expected, type FieldDefinition, parsed } from './field-type.ts'
import type { JsonSchema } from './json-schema.ts'
import { CHOICE_OPERATORS } from './operator-sets.ts'
import { textLike } from './text-like.ts'

/** One of the field's enum values. A filter may ask for values that were once allowed. */
export const enumeration = textLike({
  name: 'Enum',
  widget: 'enum',
  read: (text, field) => (isChoice(text, field) ? parsed(text) : expected(choices(field))),
  operators: CHOICE_OPERATORS,
  schema: choiceSchema,
  shown: choiceExamples,
})

export function isChoice(text: string, field: FieldDefinition): boolean {
  return field.enumValues.some(({ value }) => value === text)
}

export function choiceSchema({ enumValues }: FieldDefinition): JsonSchema {
  return enumValues.length === 0 ? {} : { enum: enumValues.map(({ value }) => value) }
}

/** Stored values may be those that were once allowed: the choices of today are examples. */
export function choiceExamples({ enumValues }: FieldDefinition): JsonSchema {
  return enumValues.length === 0 ? {} : { examples: enumValues.map(({ value }) => value) }
}

const SHOWN = 10

/** @example 'one of G, PG, R' */
export function choices(field: FieldDefinition): string {
  const values = field.enumValues.map(({ value }) => value)
  return `one of ${values.slice(0, SHOWN).join(', ')}${values.length > SHOWN ? ', …' : ''}`
}
