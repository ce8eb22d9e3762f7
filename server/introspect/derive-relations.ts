import { columnNameFault } from '../catalog/check-names.ts'
import type { FieldDocument, RelationDocument } from '../catalog/document.ts'
import { type ForeignKey, type Table, tableTitle } from './database-schema.ts'
import { isGiven, refersTo } from './derive-fields.ts'
import type { Join } from './join-tables.ts'
import { type MappedTable, type Targets, targetOf } from './mapped-table.ts'
import type { Notes } from './note.ts'
import { labelOf, type Names, plural, snakeCase } from './words.ts'

/** The relations that the columns of a table hold. */
export function deriveToOne(
  { table }: MappedTable,
  fields: readonly FieldDocument[],
  all: Targets,
  notes: Notes,
): readonly RelationDocument[] {
  const title = tableTitle(table)
  const seen = new Set<string>()
  return table.foreignKeys.flatMap((key) => {
    const target = targetOf(key, all)
    const [column] = key.columns as readonly [string]
    if (target === undefined) {
      notes.leftOut(title, `the foreign key ${key.name}: ${whyNot(key, all)}`)
      return []
    }
    if (seen.has(column) || target !== refersTo(column, table, all)) {
      notes.leftOut(title, `the foreign key ${key.name}: ${column} has another one`)
      return []
    }
    seen.add(column)
    const field = fields.find((candidate) => (candidate.column ?? candidate.name) === column)
    if (field === undefined) return []
    const unique = table.uniques.some(([name, ...more]) => name === column && more.length === 0)
    const notNull = table.columns.some(({ name, notNull }) => name === column && notNull)
    return [
      {
        kind: unique ? ('one-to-one' as const) : ('many-to-one' as const),
        related: target.name,
        column,
        ...onDelete(key, notNull, title, notes),
      },
    ]
  })
}

function whyNot(key: ForeignKey, all: Targets): string {
  const to = tableTitle({ schema: key.toSchema, name: key.toTable })
  if (key.columns.length > 1) return `it is of several columns (${key.columns.join(', ')}), to ${to}`
  const target = all.get(to)
  if (target === undefined) return `${to} is no media type`
  return `it refers to ${key.toColumns[0]} of ${to}, whose records are known by ${target.key}`
}

function onDelete(
  { name, onDelete: action }: ForeignKey,
  notNull: boolean,
  title: string,
  notes: Notes,
): Pick<RelationDocument, 'onDelete'> {
  if (action === 'cascade') return { onDelete: 'cascade' }
  if (action === 'set null' && !notNull) return { onDelete: 'set-null' }
  if (action === 'set default')
    notes.remark(title, `the foreign key ${name} sets a default on delete: here a record referred to is not deleted`)
  return {}
}

/** What a joining table adds to the media type it is declared on. */
export interface DerivedToMany {
  readonly field: FieldDocument | null
  readonly relation: RelationDocument
}

/** The relation that a joining table makes; `linkType`: its media type, when its rows are records. */
export function deriveToMany(
  join: Join,
  names: Names,
  linkType: MappedTable | undefined,
  notes: Notes,
): DerivedToMany | null {
  const { table, from, to } = join
  const title = tableTitle(table)
  const isOdd = (column: string): boolean => columnNameFault(column, true) !== null
  const odd = [from.column, to.column].find(isOdd)
  if (odd !== undefined) {
    notes.leftOut(
      title,
      `as a relation of ${from.target.name} to ${to.target.name}: the name of its column ${odd} cannot be one of a relation`,
    )
    return null
  }
  const order = join.order !== null && isOdd(join.order) ? null : join.order
  if (order !== join.order)
    notes.limited(title, `its order is not kept: the name of its column ${join.order} cannot be one of a relation`)
  const known = from.target.known?.relations?.find(
    ({ linkTable, linkColumn }) => linkTable === title && linkColumn === from.column,
  )
  const knownField = from.target.known?.fields.find(({ name }) => name === known?.field)
  const needs = linkType === undefined ? [] : givenBeside(table, { ...join, order })
  const editable = needs.length === 0
  if (!editable)
    notes.limited(
      title,
      `${from.target.name} and ${to.target.name} are joined by adding records of ${linkType?.name}, which need ${needs.join(', ')}`,
    )
  const wish = plural(snakeCase(to.column).replace(/_(id|no|key|fk)$/, '')) || 'related'
  const field = !editable ? null : (knownField ?? fieldOf(names.take(wish, plural(to.target.name), `${wish}_list`)))
  return {
    field,
    relation: {
      kind: linkType === undefined ? 'many-to-many' : 'link-object',
      related: to.target.name,
      ...(field === null ? {} : { field: field.name }),
      linkTable: title,
      ...(linkType === undefined ? {} : { linkMediaType: linkType.name }),
      linkColumn: from.column,
      linkRelatedColumn: to.column,
      ...(order === null ? {} : { orderColumn: order }),
    },
  }
}

function fieldOf(name: string): FieldDocument {
  return { name, label: labelOf(name), type: 'Related' }
}

/** Columns that a row of the table cannot do without and that the relation does not fill. */
function givenBeside(table: Table, { from, to, order }: Join): readonly string[] {
  return table.columns
    .filter(({ name }) => name !== from.column && name !== to.column && name !== order)
    .filter(isGiven)
    .map(({ name }) => name)
}
