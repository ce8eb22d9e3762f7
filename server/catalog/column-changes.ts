import { identifier } from './catalog.ts'
import { type Conversion, conversionOf, convertedSql, losesSql } from './convert-column.ts'
import { alter, columnDefinition, createIndex, dropIndex } from './ddl.ts'
import { sameTarget } from './same-part.ts'
import { change, columnSubject, columnTitle, countSql, type Need, type TableChange } from './table-change.ts'
import type { ColumnModel, TableModel } from './table-model.ts'

/** A column and the table it stands in. */
export interface Place {
  readonly table: TableModel
  readonly column: ColumnModel
}

export function dropColumn({ table, column }: Place): TableChange {
  const title = columnTitle(table, column)
  const name = identifier(column.name)
  const empty = column.field?.type.isEmpty?.(name) ?? `${name} is null`
  const loss =
    column.id === 'order' ? null : { description: `the values of ${title}`, probe: countSql(table, `not ${empty}`) }
  return change(`drop column ${title}`, columnSubject(table, column), [`${alter(table)} drop column ${name}`], { loss })
}

/** @param was the table as it is before any change: its records need a value. */
export function addColumn({ table, column }: Place, was: TableModel): TableChange {
  const [name, title] = [identifier(column.name), columnTitle(table, column)]
  const filled = column.field !== null && column.required && column.fill !== null
  const definition = columnDefinition(filled ? { ...column, required: false } : column)
  const statements = [
    `${alter(table)} add column ${definition}`,
    ...(filled ? [fill({ table, column }), `${alter(table)} alter column ${name} set not null`] : []),
    ...column.indexes.map((index) => createIndex(table, column, index)),
  ]
  const needs = column.required && column.fill === null ? [valueNeeded(title, countSql(was))] : []
  const kind = column.field?.type.name ?? column.sqlType
  return change(`add column ${title} (${kind})`, columnSubject(table, column), statements, { needs })
}

/** The change of a column that stays, null where the database need not know; foreign keys are handled apart. */
export function alterColumn(was: Place, is: Place): TableChange | null {
  const conversion = conversionBetween(was.column, is.column)
  const retyped = was.column.sqlType !== is.column.sqlType
  const gone = was.column.indexes.filter((index) => retyped || !hasIndex(is.column, index))
  const made = is.column.indexes.filter((index) => retyped || !hasIndex(was.column, index))
  const renamed = gone.map((index) => dropIndex(is.table, is.column, index))
  const statements = [
    ...renamed,
    ...valueStatements(was, is, conversion),
    ...made.map((index) => createIndex(is.table, is.column, index)),
  ]
  if (statements.length === 0) return null
  const title = columnTitle(is.table, is.column)
  const { field } = was.column
  const loss =
    conversion === null || field === null
      ? null
      : { description: lost(was, is), probe: countSql(was.table, losesSql(conversion, was.column.name, field)) }
  return change(
    `change column ${title}: ${differences(was, is).join(', ')}`,
    columnSubject(is.table, is.column),
    statements,
    {
      loss,
      needs: needsOf(was, is, conversion),
    },
  )
}

/** A relation that leads elsewhere: the ids of one media type say nothing of another. */
function conversionBetween(was: ColumnModel, is: ColumnModel): Conversion | null {
  if (was.field === null || is.field === null) return null
  const elsewhere = was.reference !== null && is.reference !== null && !sameTarget(was.reference, is.reference)
  return elsewhere ? { using: () => `null::${is.sqlType}` } : conversionOf(was.field, is.field)
}

function hasIndex({ indexes }: ColumnModel, wanted: ColumnModel['indexes'][number]): boolean {
  return indexes.some(({ purpose, on }) => purpose === wanted.purpose && on('$') === wanted.on('$'))
}

function valueStatements(was: Place, is: Place, conversion: Conversion | null): readonly string[] {
  const { column, table } = is
  const name = identifier(column.name)
  const own = `${alter(table)} alter column ${name}`
  const statements: string[] = []
  if (was.column.required && (!column.required || conversion !== null)) statements.push(`${own} drop not null`)
  if (was.column.sqlType !== column.sqlType) {
    const using = conversion?.using(name) ?? `${name}::${column.sqlType}`
    statements.push(`${own} type ${column.sqlType} using ${using}`)
  } else if (conversion !== null && conversion.using(name) !== name) {
    statements.push(assign(is, conversion.using(name)))
  }
  if (conversion?.restrict !== undefined) statements.push(assign(is, conversion.restrict(name)))
  if (column.required && (!was.column.required || conversion !== null)) {
    statements.push(...(column.fill === null ? [] : [fill(is)]), `${own} set not null`)
  }
  return statements
}

function assign({ table, column }: Place, value: string): string {
  const name = identifier(column.name)
  return `update ${identifier(table.name)} set ${name} = ${value} where ${name} is distinct from ${value}`
}

function fill({ table, column }: Place): string {
  const name = identifier(column.name)
  return `update ${identifier(table.name)} set ${name} = ${column.fill} where ${name} is null`
}

/** What must hold of the values as they will be, asked of those there are. */
function needsOf(was: Place, is: Place, conversion: Conversion | null): readonly Need[] {
  const { column } = is
  const title = columnTitle(is.table, column)
  const name = identifier(was.column.name)
  const value = conversion === null ? name : convertedSql(conversion, name)
  const needs: Need[] = []
  if (column.required && column.fill === null && (!was.column.required || conversion !== null)) {
    needs.push(valueNeeded(title, countSql(was.table, `${value} is null`)))
  }
  const unique = ({ indexes }: ColumnModel): boolean => indexes.some((index) => index.unique)
  if (unique(column) && (!unique(was.column) || conversion !== null)) {
    const final = column.required && column.fill !== null ? `coalesce(${value}, ${column.fill})` : value
    needs.push({
      probe: `select count(*)::text from (select 1 from (select ${final} as value from ${identifier(was.table.name)}) held
        where value is not null group by value having count(*) > 1) twice`,
      detail: (count) =>
        `${title} cannot be unique: ${count} ${count === 1 ? 'value is' : 'values are'} held by several records each`,
    })
  }
  return needs
}

function valueNeeded(title: string, probe: string): Need {
  return {
    probe,
    detail: (count) =>
      `${title} cannot be required: ${count} ${count === 1 ? 'record has' : 'records have'} no value for it; give the field a default value`,
  }
}

function lost(was: Place, is: Place): string {
  const title = columnTitle(was.table, was.column)
  const [before, after] = [was.column.field?.type, is.column.field?.type]
  return before === after
    ? `values of ${title} that are no longer allowed`
    : `values of ${title} that are no ${after?.name ?? is.column.sqlType}`
}

/** For people. */
function differences(was: Place, is: Place): readonly string[] {
  const [before, after] = [was.column, is.column]
  const has = ({ indexes }: ColumnModel, purpose: string): boolean => indexes.some((index) => index.purpose === purpose)
  const parts = [
    before.field?.type !== after.field?.type && `${before.field?.type.name} to ${after.field?.type.name}`,
    before.required !== after.required && (after.required ? 'required' : 'not required'),
    has(before, 'key') !== has(after, 'key') && (has(after, 'key') ? 'unique' : 'not unique'),
    has(before, 'sort') !== has(after, 'sort') && (has(after, 'sort') ? 'indexed' : 'not indexed'),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts : ['its values or index']
}
