import type { ErrorObject } from '../../../../shared/envelope.ts'
import { namesAlong } from '../../../../shared/json.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { Messages } from './form-state.ts'

export interface SortedErrors {
  readonly fields: Messages
  /** What no field has a place for. */
  readonly others: readonly ErrorObject[]
}

/** Puts each error at the field its pointer names, the others together. @param errors with pointers from the form's edits on. */
export function sortErrors(errors: readonly ErrorObject[], fields: readonly FieldSchema[]): SortedErrors {
  const atFields: Record<string, string> = {}
  const others: ErrorObject[] = []
  for (const error of errors) {
    const text = error.detail || error.title
    const field = pointedField(error.source?.pointer, fields)
    if (field === undefined) others.push(error)
    else atFields[field.name] = atFields[field.name] === undefined ? text : `${atFields[field.name]} ${text}`
  }
  return { fields: atFields, others }
}

/** `/values/title` names a field ; below it a pointer may go on. */
function pointedField(pointer: string | undefined, fields: readonly FieldSchema[]): FieldSchema | undefined {
  const [member, name] = namesAlong(pointer ?? '')
  return member === 'values' ? fields.find((field) => field.name === name) : undefined
}
