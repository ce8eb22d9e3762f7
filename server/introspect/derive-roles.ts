import type { FieldDocument, RelationDocument } from '../catalog/document.ts'
import type { Table } from './database-schema.ts'
import { singular, snakeCase } from './words.ts'

const NAMES = [
  'name',
  'title',
  'label',
  'full_name',
  'display_name',
  'username',
  'user_name',
  'subject',
  'caption',
  'headline',
]
const FAMILY_NAMES = ['last_name', 'lastname', 'surname', 'family_name']

/** The field that a record is best shown by; null where no text tells records apart. */
export function nameField(
  table: Table,
  fields: readonly FieldDocument[],
  relations: readonly RelationDocument[],
): string | null {
  const related = new Set(relations.flatMap(({ column, field }) => [column, field]))
  const texts = fields.filter(
    (field) => field.type === 'Text' && field.props?.pattern === undefined && !related.has(field.column ?? field.name),
  )
  const snake = singular(snakeCase(table.name))
  const wishes = [...NAMES, ...['name', 'title', 'label'].map((wish) => `${snake}_${wish}`), ...FAMILY_NAMES]
  const named = wishes.flatMap((wish) => texts.filter(({ name }) => name === wish))
  const alike = texts.filter(({ name }) => /_(name|title)$/.test(name))
  const filled = texts.filter(({ required }) => required)
  return [...named, ...alike, ...filled, ...texts, ...fields.filter(({ type }) => type === 'Enum')][0]?.name ?? null
}

/** What a list shows first comes first: the name, and long values behind the short ones. */
export function inOrder(fields: readonly FieldDocument[], nameField: string | null): readonly FieldDocument[] {
  const place = ({ name, type }: FieldDocument): number => (name === nameField ? 0 : LONG.has(type) ? 2 : 1)
  return fields.toSorted((a, b) => place(a) - place(b))
}

const LONG = new Set(['TextArea', 'JSON'])

/** The field whose relation to the media type itself makes it a tree; one that says so comes first. */
export function parentField(
  name: string,
  fields: readonly FieldDocument[],
  relations: readonly RelationDocument[],
): string | null {
  const own = relations.filter(({ kind, related }) => related === name && kind === 'many-to-one')
  const candidates = own.flatMap(({ column }) => fields.filter((field) => (field.column ?? field.name) === column))
  return (candidates.find((field) => /parent|part_of|belongs/.test(field.name)) ?? candidates[0])?.name ?? null
}

const ADDED =
  /^(created|created_?(at|on|date|time|datetime)|date_?created|creation_?(date|time)|create_?(date|time)|inserted_?(at|on)|added_?(at|on|date)?|date_?added)$/
const TIMES = new Set(['timestamptz', 'timestamp', 'date'])

/** The column that tells when a record was added. */
export function insertedColumn({ columns }: Table): string | null {
  const found = columns.find(({ name, type }) => TIMES.has(type.name) && !type.array && ADDED.test(snakeCase(name)))
  return found?.name ?? null
}
