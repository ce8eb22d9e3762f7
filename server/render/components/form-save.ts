import { type EntityId, SECRET_PLACEHOLDER } from '../../../shared/envelope.ts'
import { escaped, isObject } from '../../../shared/json.ts'
import type { Field } from '../../catalog/catalog.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { ChangedRecord, ComponentSave, RecordChange, SaveContext } from '../save/component-save.ts'
import { invalid } from '../save/places.ts'
import { formPlan } from './form-schema.ts'

/**
 * What a form's edits come to: changes of the page's record, its relations by their keys. A read-only field is passed
 * over, as everywhere (specification, "Create-body rules"), and so is a secret that was sent back as it was shown.
 */
export function saveForm(edits: unknown, context: SaveContext): ComponentSave {
  const { values, records, ...others } = isObject(edits) ? edits : {}
  const problems: Problem[] = Object.keys(others).map((name) =>
    invalid(`/${escaped(name)}`, 'expected only "values" and "records"'),
  )
  const { fields } = formPlan(context)
  const byName = new Map(fields.map((field) => [field.name, field]))
  const record = changesOf(values, byName, problems)
  if (context.isBulkEdit) problems.push(...alike(record, byName))
  const named = recordsOf(records, context, problems)
  if (problems.length > 0) throw new AppError(problems)
  return { record, ...(named === null ? {} : { records: named }), memberPlace: (member) => placeOf(member, fields) }
}

function changesOf(values: unknown, fields: ReadonlyMap<string, Field>, problems: Problem[]): readonly RecordChange[] {
  if (!isObject(values)) {
    problems.push(invalid('/values', 'expected an object of values by field'))
    return []
  }
  return Object.entries(values).flatMap(([name, value]): readonly RecordChange[] => {
    const field = fields.get(name)
    const pointer = valuePlace(name)
    if (field === undefined) {
      problems.push({ code: 'UNKNOWN_FIELD', pointer, detail: `the form has no field ${JSON.stringify(name)}` })
      return []
    }
    if (field.readOnly || (field.type.placeholder !== undefined && value === SECRET_PLACEHOLDER)) return []
    return [{ member: field.relation?.key ?? name, isLink: field.relation !== null, value, pointer }]
  })
}

/** Of several records no two can have the same value of a field whose values are unique. */
function alike(record: readonly RecordChange[], fields: ReadonlyMap<string, Field>): readonly Problem[] {
  return [...fields.values()].flatMap(({ name, unique, relation }) =>
    record.flatMap(({ member, pointer }) =>
      unique && member === (relation?.key ?? name)
        ? [invalid(pointer, 'expected no change in a bulk edit: the values of the field are unique')]
        : [],
    ),
  )
}

/** The records of a bulk edit that are to change; null: all of the page's. */
export function recordsOf(
  records: unknown,
  { isBulkEdit }: Pick<SaveContext, 'isBulkEdit'>,
  problems: Problem[],
): readonly ChangedRecord[] | null {
  if (records === undefined) return null
  if (!isBulkEdit) {
    problems.push(invalid('/records', 'expected none: the page shows one record'))
    return null
  }
  if (!Array.isArray(records)) {
    problems.push(invalid('/records', 'expected an array of records'))
    return null
  }
  return records.flatMap((each: unknown, index): readonly ChangedRecord[] => {
    const pointer = `/records/${index}`
    if (isObject(each) && isId(each.id) && typeof each.etag === 'string')
      return [{ id: each.id, etag: each.etag, pointer }]
    problems.push(invalid(pointer, 'expected {"id": …, "etag": …}, a record as the form shows it'))
    return []
  })
}

function isId(value: unknown): value is EntityId {
  return Number.isSafeInteger(value)
}

/** Problems name a relation by its key or by its field. */
function placeOf(member: string, fields: readonly Field[]): string | null {
  const field = fields.find(({ name, relation }) => name === member || relation?.key === member)
  return field === undefined ? null : valuePlace(field.name)
}

function valuePlace(name: string): string {
  return `/values/${escaped(name)}`
}
