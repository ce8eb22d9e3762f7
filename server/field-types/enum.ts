import { CHOICE } from '../../shared/values/choice.ts'
import type { FieldDefinition } from './field-type.ts'
import type { JsonSchema } from './json-schema.ts'
import { CHOICE_OPERATORS } from './operator-sets.ts'
import { textLike } from './text-like.ts'

/** One of the field's enum values. A filter may ask for values that were once allowed. */
export const enumeration = textLike({
  ...CHOICE,
  name: 'Enum',
  widget: 'enum',
  operators: CHOICE_OPERATORS,
  schema: choiceSchema,
  shown: choiceExamples,
})

export function choiceSchema({ enumValues }: FieldDefinition): JsonSchema {
  return enumValues.length === 0 ? {} : { enum: enumValues.map(({ value }) => value) }
}

/** Stored values may be those that were once allowed: the choices of today are examples. */
export function choiceExamples({ enumValues }: FieldDefinition): JsonSchema {
  return enumValues.length === 0 ? {} : { examples: enumValues.map(({ value }) => value) }
}
