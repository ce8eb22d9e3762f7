import type { ErrorObject } from '../../../../shared/envelope.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { Messages } from './form-state.ts'

export interface SortedErrors {
  readonly fields: Messages
  readonly others: readonly string[]
}

/** Puts each error at the field its pointer names, the others together. */
export function sortErrors(errors: readonly ErrorObject[], fields: readonly FieldSchema[]): SortedErrors {
  const atFields: Record<string, string> = {}
  const others: string[] = []
  for (const error of errors) {
    const text = error.detail || error.title
    const field = pointedField(error.source?.pointer, fields)
    if (field === undefined) others.push(text)
    else atFields[field.name] = atFields[field.name] === undefined ? text : `${atFields[field.name]} ${text}`
  }
  return { fields: atFields, others }
}

/** `/movies/0/title` names a field, `/movies/0/_links/director` a field by its link key (RFC 6901 escapes apply). */
function pointedField(pointer: string | undefined, fields: readonly FieldSchema[]): FieldSchema | undefined {
  const path = (pointer ?? '')
    .split('/')
    .slice(3)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (path[0] === '_links')
    return fields.find((field) => field.linkKey === path[1]) ?? fields.find((field) => field.name === path[1])
  return fields.find((field) => field.name === path[0])
}
