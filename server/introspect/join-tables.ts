import type { Column, ForeignKey, Table } from './database-schema.ts'
import { isInteger, isNumbered, isReadOnly } from './keys.ts'
import { type MappedTable, type Targets, targetOf } from './mapped-table.ts'
import { singular, snakeCase } from './words.ts'

/** A table that says which records of two media types, or of one, belong together. */
export interface Join {
  readonly table: Table
  readonly from: JoinEnd
  readonly to: JoinEnd
  /** Column that the related records are ordered by. */
  readonly order: string | null
  /** It holds nothing else, and each pair once: its rows need not be records. */
  readonly pure: boolean
}

export interface JoinEnd {
  readonly column: string
  readonly target: MappedTable
}

/** Recognises a joining table; null for one that is none. */
export function joinOf(table: Table, mapped: Targets<MappedTable>): Join | null {
  if (isReadOnly(table)) return null
  const [from, to, ...more] = endsOf(table, mapped)
  if (from === undefined || to === undefined || more.length > 0) return null
  const others = table.columns.filter(({ name }) => name !== from.column && name !== to.column)
  const order = others.find((column) => isOrder(column)) ?? null
  const rest = others.filter((column) => column !== order)
  const once = isUniquePair(table, from.column, to.column)
  const pure = once && rest.every((column) => isOwnKey(column, table) || isTimeOfItsOwn(column))
  if (!pure && !once && !isNamedAfter(table, from, to)) return null
  const turned = isNamedFirst(table, to) && !isNamedFirst(table, from)
  const [first, second] = turned ? [to, from] : [from, to]
  return { table, from: first, to: second, order: order?.name ?? null, pure }
}

/** The columns that refer to a record and are never empty; a column counts once. */
function endsOf(table: Table, mapped: Targets<MappedTable>): readonly JoinEnd[] {
  const ends = new Map<string, JoinEnd>()
  for (const key of [...table.foreignKeys].sort((a, b) => placeOf(table, a) - placeOf(table, b))) {
    const target = targetOf(key, mapped)
    const column = key.columns[0] as string
    if (target === undefined || ends.has(column)) continue
    if (table.columns.some(({ name, notNull }) => name === column && notNull)) ends.set(column, { column, target })
  }
  return [...ends.values()]
}

function placeOf(table: Table, key: ForeignKey): number {
  return table.columns.findIndex(({ name }) => name === key.columns[0])
}

function isUniquePair({ uniques }: Table, a: string, b: string): boolean {
  return uniques.some((columns) => columns.length === 2 && columns.includes(a) && columns.includes(b))
}

const ORDER =
  /^(.*_)?(position|pos|sort|sort_?order|order|ord|order_?no|order_?number|rank|seq|sequence|idx|index|list_?order)$/

function isOrder(column: Column): boolean {
  return isInteger(column) && column.identity === null && !column.generated && ORDER.test(snakeCase(column.name))
}

/** A number of the row's own that nobody has to give. */
function isOwnKey(column: Column, { uniques }: Table): boolean {
  return isNumbered(column) && uniques.some(([name, ...more]) => name === column.name && more.length === 0)
}

function isTimeOfItsOwn({ type, default: value }: Column): boolean {
  return /^(timestamp|timestamptz|date)$/.test(type.name) && value !== null
}

function isNamedAfter(table: Table, from: JoinEnd, to: JoinEnd): boolean {
  const name = snakeCase(table.name)
  const words = [from, to].map(({ target }) => singular(snakeCase(target.table.name)))
  return words.every((word) => name.includes(word)) && from.target !== to.target
}

/** `film_actor` is how films have actors. */
function isNamedFirst(table: Table, { target }: JoinEnd): boolean {
  return snakeCase(table.name).startsWith(singular(snakeCase(target.table.name)))
}
