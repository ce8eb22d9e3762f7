import type { FieldSchema } from '../../../../../shared/page.ts'
import type { RowName } from '../../../../../shared/page-save.ts'
import type { RelatedListSchema } from '../../../../../shared/related-list.ts'
import { validateValue } from '../../form/validate.ts'
import type { ListEdits, Values } from './list-edits.ts'

/** What is wrong with what is to be sent, by row and field. */
export function wrongCells(edits: ListEdits, schema: RelatedListSchema): ListEdits['errors'] {
  const found = new Map<RowName, Readonly<Record<string, string>>>()
  const note = (name: RowName, fields: readonly FieldSchema[], values: Values) => {
    const wrong = wrongValues(fields, values)
    if (Object.keys(wrong).length > 0) found.set(name, wrong)
  }
  for (const row of edits.added) note(row.key, addedFields(schema, row.relatedId !== undefined), row.values)
  for (const [id, { values }] of edits.changed)
    note(
      id,
      schema.columns.filter((column) => Object.hasOwn(values, column.name)),
      values,
    )
  return found
}

export function wrongValues(fields: readonly FieldSchema[], values: Values): Readonly<Record<string, string>> {
  const wrong = fields
    .filter((field) => !field.readOnly)
    .map((field) => [field.name, validateValue(field, values[field.name])] as const)
    .filter((entry) => entry[1] !== null)
  return Object.fromEntries(wrong) as Record<string, string>
}

/** The fields of a row that is being added: a new record's all, of a chosen one those that only the list has. */
export function addedFields(schema: RelatedListSchema, chosen: boolean): readonly FieldSchema[] {
  if (!chosen) return schema.create?.fields ?? []
  if (schema.choose?.field === undefined) return []
  return schema.columns.filter(({ name }) => schema.editable.includes(name) && name !== schema.choose?.field)
}
