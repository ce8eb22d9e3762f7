import type { Column, Table } from './database-schema.ts'
import { singular, snakeCase } from './words.ts'

/** How the records of a table are told apart. */
export type KeyChoice =
  | { readonly kind: 'key'; readonly column: string }
  /** No constraint says so: the rows decide. The usual names come first. */
  | { readonly kind: 'probe'; readonly columns: readonly string[]; readonly named: readonly string[] }
  | { readonly kind: 'none'; readonly reason: string }

const INTEGERS = new Set(['int2', 'int4', 'int8'])

/** Chooses the column of a record's id: a single whole number that no two rows share. */
export function keyOf(table: Table): KeyChoice {
  const single = table.uniques
    .filter((columns) => columns.length === 1)
    .map(([name]) => columnOf(table, name as string))
  const key = single.find((column) => isInteger(column) && (column.notNull || isView(table)))
  // a key says nothing of the rows of tables that inherit
  if (key !== undefined)
    return table.heirs.length === 0
      ? { kind: 'key', column: key.name }
      : { kind: 'probe', columns: [key.name], named: [key.name] }
  if (isView(table)) return probeView(table)
  if (table.kind === 'p') {
    const made = (table.primaryKey ?? []).map((name) => columnOf(table, name)).filter(isNumbered)
    if (made.length === 1) return { kind: 'probe', columns: [(made[0] as Column).name], named: [] }
  }
  return { kind: 'none', reason: missingKey(table) }
}

export function isView({ kind }: Table): boolean {
  return kind === 'v' || kind === 'm' || kind === 'f'
}

export function isInteger({ type }: Column): boolean {
  return INTEGERS.has(type.name) && type.kind === 'base' && !type.array
}

/** Whole numbers that a sequence hands out. */
export function isNumbered(column: Column): boolean {
  return isInteger(column) && (column.identity !== null || /^nextval\(/.test(column.default ?? ''))
}

/** The database fills it, whatever is given. */
export function isGenerated({ identity, generated }: Column): boolean {
  return identity !== null || generated
}

export function columnOf(table: Table, name: string): Column {
  return table.columns.find((column) => column.name === name) as Column
}

function probeView(table: Table): KeyChoice {
  const columns = table.columns.filter(isInteger).map(({ name }) => name)
  if (columns.length === 0) return { kind: 'none', reason: 'it has no column of whole numbers to tell its rows apart' }
  const snake = snakeCase(table.name)
  const usual = ['id', `${snake}_id`, `${singular(snake)}_id`]
  const named = usual.flatMap((wish) => columns.find((name) => snakeCase(name) === wish) ?? [])
  return { kind: 'probe', columns: [...named, ...columns.filter((name) => !named.includes(name))], named }
}

/** Rows are shown that are not its own, or come from nowhere in particular: nothing of them can be changed. */
export function isReadOnly(table: Table): boolean {
  return isView(table) || table.heirs.length > 0
}

function missingKey({ primaryKey, columns }: Table): string {
  if (primaryKey === null)
    return 'it has no primary key, and no other column of whole numbers that is unique and never null'
  const types = primaryKey.map((name) => `${name} ${columns.find((column) => column.name === name)?.declared}`)
  const what =
    primaryKey.length === 1
      ? `its primary key is ${types}`
      : `its primary key is of several columns (${types.join(', ')})`
  return `${what}, and no other column of whole numbers is unique and never null`
}
