import { type Field, identifier, type MediaType } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { isUnique } from './constraints.ts'
import type { RecordUpdate } from './records.ts'
import type { Snapshot } from './snapshot.ts'
import { Parameters, write } from './sql.ts'

export interface Turns {
  /** One after the other; within a turn in any order. */
  readonly turns: readonly (readonly RecordUpdate[])[]
  /** Those left, which wait for each other. */
  readonly circle: readonly RecordUpdate[]
  /** Of these the ones that have what another one takes. */
  readonly holders: readonly RecordUpdate[]
}

/**
 * Updates in such an order that unique values change hands: a record takes what another one has only after that lets it
 * go. Postgres looks at each row as it is written, in an order of its own.
 */
export function inTurns(
  type: MediaType,
  updates: readonly RecordUpdate[],
  before: (update: RecordUpdate) => Snapshot | undefined,
): Turns {
  const followers = new Map<RecordUpdate, RecordUpdate[]>()
  const waits = new Map<RecordUpdate, number>()
  const holders = holdersOf(type, updates, before)
  for (const update of updates) {
    for (const { field, value } of update.columns) {
      const holder = value === null ? undefined : holders.get(nameOf(field.name, value))
      if (holder === undefined || holder === update) continue
      followers.set(holder, [...(followers.get(holder) ?? []), update])
      waits.set(update, (waits.get(update) ?? 0) + 1)
    }
  }
  const turns: RecordUpdate[][] = []
  let next = updates.filter((update) => !waits.has(update))
  while (next.length > 0) {
    turns.push(next)
    const free: RecordUpdate[] = []
    for (const update of next.flatMap((done) => followers.get(done) ?? [])) {
      const left = (waits.get(update) ?? 0) - 1
      waits.set(update, left)
      if (left === 0) free.push(update)
    }
    next = free
  }
  const done = turns.length > MOST_TURNS && canLetGo(type, updates) ? turns.slice(0, 1) : turns
  const inTurn = new Set(done.flat())
  const circle = updates.filter((update) => !inTurn.has(update))
  return { turns: done, circle, holders: circle.filter((update) => followers.has(update)) }
}

/** Each takes a statement: of a longer row of records that take from each other, all let go first, where they can. */
const MOST_TURNS = 4

function canLetGo(type: MediaType, updates: readonly RecordUpdate[]): boolean {
  const fields = new Set(updates.flatMap(({ columns }) => columns.map(({ field }) => field)))
  return hasNoOtherRules(type) && [...fields].every((field) => !isUnique(field) || noneOf(field) !== null)
}

/** Tables that others made, and Marquee's own, have more rules than a media type tells of. */
function hasNoOtherRules({ foreign, system }: MediaType): boolean {
  return !foreign && !system
}

/**
 * Lets go of the unique values of records that are about to get others, so that these can be exchanged. What can neither
 * be empty nor any text stays, and so does all of a table with rules of its own: the exchange is then refused.
 */
export async function letGo(tx: Transaction, type: MediaType, holders: readonly RecordUpdate[]): Promise<void> {
  if (!hasNoOtherRules(type)) return
  for (const field of type.fields.values()) {
    const none = isUnique(field) ? noneOf(field) : null
    const ids = holders.flatMap(({ id, columns }) => (columns.some((column) => column.field === field) ? [id] : []))
    if (none === null || ids.length === 0) continue
    const values = new Parameters()
    const listed = values.add(ids, 'bigint[]')
    const text = `update ${tableSql(type.table)} set ${identifier(field.column)} = ${none} where ${keySql(type)} = any(${listed})`
    await write(tx, text, values)
  }
}

/** SQL of a value that takes none from others: empty, or a text that no record has; null where there is no such value. */
function noneOf({ required, type }: Field): string | null {
  if (!required) return 'null'
  return type.parameterType === 'text' ? 'gen_random_uuid()::text' : null
}

/** Who has a unique value now that it is about to change, by field and value. */
function holdersOf(
  type: MediaType,
  updates: readonly RecordUpdate[],
  before: (update: RecordUpdate) => Snapshot | undefined,
): ReadonlyMap<string, RecordUpdate> {
  const holders = new Map<string, RecordUpdate>()
  if (updates.length < 2 || ![...type.fields.values()].some(isUnique)) return holders
  for (const update of updates) {
    for (const { field } of update.columns) {
      const value = isUnique(field) ? before(update)?.values[field.name] : null
      if (value !== null && value !== undefined) holders.set(nameOf(field.name, value), update)
    }
  }
  return holders
}

const nameOf = (field: string, value: unknown): string => `${field} ${String(value)}`
