import type { Database } from '../db/database.ts'
import type { BoundPlan, RelationColumn } from './bound-plan.ts'
import { findCandidates, type ResolvedRow } from './match.ts'
import { type Resolved, type Resolvers, resolverKey } from './name-resolver.ts'
import type { PreparedRow } from './prepared-row.ts'
import { bodyValue } from './read-value.ts'
import type { RecordWrite, RowWriter } from './row-writer.ts'

/** A row with the number of rows of its key that came before it. */
export interface NumberedRow {
  readonly prepared: PreparedRow
  readonly occurrence: number
}

/** What became of a row. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | { readonly reasons: readonly string[] }

export interface BatchContext {
  readonly database: Pick<Database, 'read'>
  readonly plan: BoundPlan
  /** Media types that are only imagined: there is nothing to be found in them. */
  readonly missing: ReadonlySet<string>
  readonly resolvers: Resolvers
  /** Null: nothing is written, only told. */
  readonly writer: RowWriter | null
}

/**
 * Finds the record each row is for, and writes what differs: records that are not there are added, those that are there
 * get the values they lack, and one that has them all is left alone.
 */
export async function importBatch(rows: readonly NumberedRow[], context: BatchContext): Promise<readonly RowOutcome[]> {
  const outcomes = new Array<RowOutcome>(rows.length)
  const { resolved, places } = await resolveNames(rows, context, outcomes)
  const isMissing = context.missing.has(context.plan.type.name)
  const candidates = isMissing ? [] : await findCandidates(context.database, resolved, context.plan)
  const writes: { readonly place: number; readonly write: RecordWrite }[] = []
  for (const [index, row] of resolved.entries()) {
    const place = places[index] as number
    const { occurrence } = rows[place] as NumberedRow
    const found = candidates[index]?.[occurrence]
    if (found === undefined && context.plan.idColumn !== null) {
      const why =
        occurrence > 0
          ? `the id ${row.id} came before`
          : `there is no record of ${context.plan.type.name} with id ${row.id}`
      outcomes[place] = { reasons: [why] }
    } else if (found === undefined) {
      writes.push({ place, write: { kind: 'add', members: membersOf(row, context.plan, null) } })
    } else if (found.differing.size > 0) {
      writes.push({
        place,
        write: { kind: 'update', id: found.id, members: membersOf(row, context.plan, found.differing) },
      })
    } else {
      outcomes[place] = 'unchanged'
    }
  }
  const written = await context.writer?.writeAll(
    context.plan.type,
    writes.map(({ write }) => write),
  )
  for (const [index, { place, write }] of writes.entries()) {
    const result = written?.[index]
    outcomes[place] = typeof result === 'string' ? { reasons: [result] } : write.kind === 'add' ? 'created' : 'updated'
  }
  return outcomes
}

interface ResolvedRows {
  readonly resolved: readonly ResolvedRow[]
  /** Where each stands among the rows of the batch. */
  readonly places: readonly number[]
}

async function resolveNames(
  rows: readonly NumberedRow[],
  { plan, resolvers }: BatchContext,
  outcomes: RowOutcome[],
): Promise<ResolvedRows> {
  const wanted = new Map<string, Map<string, unknown>>()
  for (const { prepared } of rows) {
    for (const [index, { target }] of plan.relations.entries()) {
      const key = resolverKey(target)
      const names = wanted.get(key) ?? new Map<string, unknown>()
      for (const name of prepared.names[index] ?? []) names.set(String(name), name)
      wanted.set(key, names)
    }
  }
  const found = new Map<string, ReadonlyMap<string, Resolved>>()
  for (const [key, names] of wanted) {
    const resolver = resolvers.get(key)
    if (resolver !== undefined && names.size > 0) found.set(key, await resolver.resolve(names))
  }
  const resolved: ResolvedRow[] = []
  const places: number[] = []
  for (const [place, { prepared }] of rows.entries()) {
    const reasons: string[] = []
    const ids = plan.relations.map((column, index) => idsOf(prepared.names[index] ?? null, column, found, reasons))
    if (reasons.length > 0) outcomes[place] = { reasons }
    else {
      resolved.push({ ...prepared, ids })
      places.push(place)
    }
  }
  return { resolved, places }
}

function idsOf(
  names: readonly unknown[] | null,
  { column, target }: RelationColumn,
  found: ReadonlyMap<string, ReadonlyMap<string, Resolved>>,
  reasons: string[],
): readonly number[] | null {
  if (names === null) return null
  const known = found.get(resolverKey(target))
  const ids = names.map((name) => known?.get(String(name)) ?? 'is not there')
  for (const id of ids) if (typeof id === 'string') reasons.push(`${column}: ${id}`)
  // two names may be of one record
  return [...new Set(ids.filter((id) => typeof id === 'number'))]
}

/** The members of a write body: all that the row says, or of that only what differs. */
function membersOf(
  row: ResolvedRow,
  { values, relations }: BoundPlan,
  differing: ReadonlySet<string> | null,
): Readonly<Record<string, unknown>> {
  const members: [string, unknown][] = []
  const wanted = (name: string): boolean => differing === null || differing.has(name)
  for (const [index, { field }] of values.entries()) {
    const value = row.values[index]
    if (value !== undefined && wanted(field.name)) members.push([field.name, bodyValue(value, field)])
  }
  for (const [index, { field, many }] of relations.entries()) {
    const ids = row.ids[index]
    if (ids === null || ids === undefined || !wanted(field.name)) continue
    // a new record has no order to be changed: to add is enough, and is one statement for all records
    const list = differing === null ? { operation: 'Add', values: ids } : ids
    members.push([field.name, many ? list : (ids[0] ?? null)])
  }
  return Object.fromEntries(members)
}
