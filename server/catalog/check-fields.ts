import { isObject } from '../../shared/json.ts'
import type { FieldDefinition, FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import type { MetadataRows } from './build.ts'
import { fieldNameFault } from './check-names.ts'
import { checkProps } from './check-props.ts'
import { needsChoices } from './choices.ts'
import { type Checked, checkedRow, type MetadataProblem } from './metadata-problem.ts'

type FieldRow = MetadataRows['fields'][number]

/** What is wrong with the rows of `adm_fields`, each by itself and as parts of their media types. */
export function fieldProblems(rows: MetadataRows): readonly MetadataProblem[] {
  const types = new Map(rows.mediaTypes.map((type) => [type.name, type]))
  const seen = new Set<string>()
  return rows.fields.flatMap((row) => {
    const type = types.get(row.mediatype)
    const checked = checkedRow('adm_fields', row.id, `${row.mediatype}.${row.name}`)
    if (type === undefined) checked.wrong('mediatype', `there is no media type ${row.mediatype}`)
    if (type?.is_system) return []
    const key = `${row.mediatype} ${row.name}`
    if (seen.has(key)) checked.wrong('name', `${row.mediatype} has a field ${row.name} already`)
    seen.add(key)
    checked.wrong('name', fieldNameFault(row.name, type?.is_foreign))
    checkType(row, checked)
    return checked.found
  })
}

function checkType(row: FieldRow, checked: Checked): void {
  const type = fieldTypes.get(row.type)
  if (type === undefined) {
    checked.wrong('type', `there is no field type ${row.type}: expected one of ${fieldTypes.names.join(', ')}`)
    return
  }
  const choices = enumValuesOf(row, checked)
  const props = row.props ?? {}
  if (!isObject(props)) {
    checked.wrong('props', 'expected an object')
    return
  }
  const field: FieldDefinition = {
    name: row.name,
    label: row.label,
    column: row.name,
    required: row.required,
    unique: row.is_unique,
    readOnly: row.read_only,
    defaultValue: row.default_value,
    enumValues: choices,
    props,
    help: null,
  }
  if (choices.length === 0 && needsChoices(type, field)) {
    checked.wrong(
      'enum_values',
      `a field of type ${type.name} needs values to choose from, such as [{"value": "a", "label": "A"}]`,
    )
    return
  }
  checkProps(type, field, checked)
  if (row.default_value !== null && row.default_value !== undefined) checkDefault(type, field, checked)
}

function enumValuesOf(row: FieldRow, checked: Checked): FieldDefinition['enumValues'] {
  const given = row.enum_values ?? []
  const isChoice = (value: unknown): boolean =>
    isObject(value) && typeof value.value === 'string' && value.value !== '' && typeof value.label === 'string'
  if (!Array.isArray(given) || !given.every(isChoice)) {
    checked.wrong('enum_values', 'expected an array of objects {"value": text, "label": text}')
    return []
  }
  const values = (given as FieldDefinition['enumValues']).map(({ value }) => value)
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined) checked.wrong('enum_values', `expected each value once: ${twice} is there twice`)
  return given as FieldDefinition['enumValues']
}

function checkDefault(type: FieldType, field: FieldDefinition, checked: Checked): void {
  if (type.placeholder !== undefined) {
    checked.wrong(
      'default_value',
      `expected none: a field of type ${type.name} is never read back, its default value would be`,
    )
    return
  }
  const ids = Array.isArray(field.defaultValue) ? field.defaultValue : null
  // a relation to several records takes a list of what one of them takes
  const read = type.parseJson(field.defaultValue, field)
  if (read.ok || ids?.every((id) => type.parseJson(id, field).ok)) return
  checked.wrong('default_value', `expected ${read.expected}`)
}
