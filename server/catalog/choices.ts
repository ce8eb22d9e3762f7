import type { FieldDefinition, FieldType } from '../field-types/field-type.ts'

/** What a field may hold when it is a choice of values: one of them, or several. */
export interface Choices {
  readonly many: boolean
  readonly values: readonly string[]
}

/** Null for a field that holds what it likes. A type shows by what it takes that its values are a choice. */
export function choicesOf(type: FieldType, field: FieldDefinition): Choices | null {
  const values = field.enumValues.map(({ value }) => value)
  const [first] = values
  if (first === undefined) return null
  const other = `${values.join()}\u0001`
  const takes = (value: unknown): boolean => type.parseJson(value, { ...field, required: false }).ok
  if (takes(first) && !takes(other)) return { many: false, values }
  return takes([first]) && !takes([other]) ? { many: true, values } : null
}

/** Whether a type is of no use without enum values. */
export function needsChoices(type: FieldType, field: FieldDefinition): boolean {
  const value = 'a'
  const takes = (enumValues: FieldDefinition['enumValues']): boolean => {
    const definition = { ...field, enumValues, props: {}, required: false }
    return type.parseJson(value, definition).ok || type.parseJson([value], definition).ok
  }
  return takes([{ value, label: value }]) && !takes([])
}
