import { fieldNameFault } from '../catalog/check-names.ts'
import type { FieldDocument } from '../catalog/document.ts'
import { type Column, type Table, tableTitle } from './database-schema.ts'
import { fieldKind } from './field-kind.ts'
import { isGenerated, isView } from './keys.ts'
import { knownField, type MappedTable, type Target, type Targets, targetOf } from './mapped-table.ts'
import type { Notes } from './note.ts'
import { isColumnExcluded, type Selection } from './selection.ts'
import { isPlain, labelOf, Names, snakeCase, writtenName } from './words.ts'

/** Every record has these beside its fields. */
const OF_EVERY_RECORD = ['id', 'dateins']

export interface DerivedFields {
  readonly fields: readonly FieldDocument[]
  readonly names: Names
  /** A record cannot be added without a value that no field holds. */
  readonly cannotAdd: boolean
}

/** The fields of a table's columns, in their order; what has none is told. */
export function deriveFields(
  mapped: MappedTable,
  all: Targets,
  taken: ReadonlySet<string>,
  selection: Selection,
  notes: Notes,
): DerivedFields {
  const { table, key } = mapped
  const known = table.columns.flatMap((column) => knownField(mapped, column.name)?.name ?? [])
  const names = new Names([...OF_EVERY_RECORD, ...known])
  const fields: FieldDocument[] = []
  let cannotAdd = false
  for (const column of byName(table.columns)) {
    if (column.name === key && !isGiven(column)) continue
    const subject = `${tableTitle(table)}.${column.name}`
    const field = isColumnExcluded(table, column.name, selection) ? null : deriveField(column, mapped, all, notes)
    if (field === null) {
      if (!isGiven(column) || isView(table)) continue
      cannotAdd = true
      notes.limited(tableTitle(table), `no records can be added: ${column.name} must be given and is no field`)
      continue
    }
    const name = knownField(mapped, column.name)?.name ?? nameOf(column, table, all, names, taken)
    if (name !== snakeCase(column.name)) notes.remark(subject, `its field is ${name}`)
    if (column.name === key)
      notes.remark(subject, 'records are known by it, and no sequence gives it: whoever adds a record does')
    fields.push(named(name, column, field))
  }
  const place = ({ name, column }: FieldDocument): number =>
    table.columns.findIndex((other) => other.name === (column ?? name))
  return { fields: fields.toSorted((a, b) => place(a) - place(b)), names, cannotAdd }
}

/** Of two columns whose names come to one, the one that is called so has it. */
function byName(columns: readonly Column[]): readonly Column[] {
  return columns.toSorted((a, b) => Number(isPlain(b.name)) - Number(isPlain(a.name)))
}

/** Whoever adds a record has to give it. */
export function isGiven(column: Column): boolean {
  return column.notNull && column.default === null && !isGenerated(column)
}

type Unnamed = Omit<FieldDocument, 'name' | 'label' | 'column'>

function deriveField(column: Column, { table, key }: MappedTable, all: Targets, notes: Notes): Unnamed | null {
  const subject = `${tableTitle(table)}.${column.name}`
  const kind = refersTo(column.name, table, all) === undefined ? fieldKind(column, table) : { type: 'Related' }
  if ('leftOut' in kind) {
    notes.leftOut(subject, kind.leftOut)
    return null
  }
  const { remark, ...rest } = { remark: undefined, readOnly: false, ...kind }
  if (remark !== undefined) notes.remark(subject, remark)
  const readOnly = rest.readOnly || column.generated || column.identity === 'always' || isView(table)
  const unique = table.uniques.some(([name, ...more]) => name === column.name && more.length === 0)
  const { readOnly: _, ...shown } = rest
  return {
    ...shown,
    ...(isGiven(column) && !isView(table) ? { required: true } : {}),
    ...(unique || column.name === key ? { unique: true } : {}),
    ...(readOnly ? { readOnly: true } : {}),
    ...(column.comment === null ? {} : { help: column.comment }),
  }
}

/** The media type whose records a column refers to. */
export function refersTo(column: string, table: Table, all: Targets): Target | undefined {
  for (const foreignKey of table.foreignKeys) {
    if (foreignKey.columns.length === 1 && foreignKey.columns[0] === column) {
      const target = targetOf(foreignKey, all)
      if (target !== undefined) return target
    }
  }
  return undefined
}

function nameOf(column: Column, table: Table, all: Targets, names: Names, taken: ReadonlySet<string>): string {
  const snake = snakeCase(column.name)
  const plain = fieldNameFault(snake, true) === null ? snake : `column_${snake}`.replace(/_$/, '')
  const target = refersTo(column.name, table, all)
  const wayBack = target === undefined ? '' : `${tableTitle(table)} ${target.title} ${plain}`
  if (!taken.has(wayBack)) return names.take(OF_EVERY_RECORD.includes(plain) ? `${plain}_column` : plain)
  // a joining table leads back under this very name
  return names.take(
    plain.replace(/_id$/, '') === plain ? `${plain}_reference` : plain.replace(/_id$/, ''),
    `${plain}_reference`,
  )
}

function named(name: string, column: Column, field: Unnamed): FieldDocument {
  const relation = field.type === 'Related'
  const label =
    writtenName(column.name) ?? labelOf(relation ? name.replace(/_id$/, '') : name.replace(/^id_column$/, 'id'))
  const { type, columnType, ...rest } = field
  return {
    name,
    label,
    type,
    ...(name === column.name ? {} : { column: column.name }),
    ...(columnType === undefined ? {} : { columnType }),
    ...rest,
  }
}
