import type { Field, MediaType } from '../catalog/catalog.ts'
import { expected, type FieldType, parsed } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'

const integer = fieldTypes.get('Integer') as FieldType
const dateTime = fieldTypes.get('DateTime') as FieldType

/** `dateins` is kept as Unix time; in a filter it may be written as a date as well. */
const unixTime: FieldType = {
  ...integer,
  inTime: { as: 'instant', sql: (column) => `to_timestamp(${column})` },
  parseOperand: (text) => {
    if (/^-?\d{1,12}$/.test(text)) return parsed(Number(text))
    const date = dateTime.parseOperand(text)
    if (!date.ok) return expected('a date as yyyy-MM-dd or Unix time')
    return parsed(Math.floor(Date.parse(String(date.value)) / 1000))
  },
}

const systemField = (name: string, label: string, type: FieldType): Field => ({
  name,
  label,
  column: name,
  type,
  required: true,
  unique: name === 'id',
  readOnly: true,
  defaultValue: null,
  enumValues: [],
  props: {},
  help: null,
  relation: null,
  stored: true,
  indexed: name === 'id',
  columnType: null,
})

/** Fields that every media type has beside its own, by the names a request may use. */
const SYSTEM_FIELDS: ReadonlyMap<string, Field> = new Map([
  ['id', systemField('id', 'Id', integer)],
  ['_id', systemField('id', 'Id', integer)],
  ['dateins', systemField('dateins', 'Added', unixTime)],
])

/** A field of the media type's own, or one that every media type has. */
export function findField(type: MediaType, name: string): Field | undefined {
  return type.fields.get(name) ?? SYSTEM_FIELDS.get(name)
}

export function isSystemField(name: string): boolean {
  return SYSTEM_FIELDS.has(name)
}
