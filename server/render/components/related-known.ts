import type { Entity, EntityId } from '../../../shared/envelope.ts'
import { listTerm, printFilter } from '../../../shared/filter-print.ts'
import { entitiesOf, type ReadQuery } from '../../data-api/client.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { SaveContext } from '../save/component-save.ts'
import { fieldValue } from './labels.ts'
import { type ParsedEdits, wrong } from './related-edits.ts'
import { BLOCK_SIZE, type RelatedPlan } from './related-plan.ts'
import { readRows, relatedIds } from './related-read.ts'

/** A row that is there: of link objects its own id, and that of the record it leads to; null: it is out of sight. */
export interface KnownRow {
  readonly id: EntityId
  readonly related: EntityId | null
}

/**
 * The rows that edits change or remove, by id, as the caller sees them.
 *
 * @throws {AppError} VALIDATION for what is no row of this list, or no longer.
 */
export async function changedRows(
  plan: RelatedPlan,
  { update, remove }: ParsedEdits,
  context: SaveContext,
): Promise<ReadonlyMap<EntityId, KnownRow>> {
  const named = [...update, ...remove]
  const known = await rowsOf(
    plan,
    named.map(({ id }) => id),
    context,
  )
  const problems = named.flatMap(({ id, pointer }): readonly Problem[] =>
    known.has(id) ? [] : [wrong(`${pointer}/id`, `there is no row ${id} in this list any more`)],
  )
  if (problems.length > 0) throw new AppError(problems)
  return known
}

/**
 * Records that are there already are looked for as the caller sees them: one that is not is no fault of the page's.
 *
 * @throws {AppError} VALIDATION for what is not there, or not for this caller.
 */
export async function requireThere(
  { type }: RelatedPlan,
  { add }: ParsedEdits,
  { dataApi }: Pick<SaveContext, 'dataApi'>,
): Promise<void> {
  const named = add.flatMap(({ related }) => related ?? [])
  if (named.length === 0) return
  const ids = named.map(({ id }) => id)
  const envelopes = await dataApi.readMany(type.name, ids, { fields: 'id', hideMeta: 1, hideLinks: 1 })
  const there = new Set(envelopes.flatMap((envelope) => entitiesOf(envelope, type.name)).map(({ _id }) => _id))
  const problems = named.flatMap(({ id, pointer }): readonly Problem[] =>
    there.has(id) ? [] : [wrong(pointer, `there is no record of ${type.name} with id ${id}`)],
  )
  if (problems.length > 0) throw new AppError(problems)
}

async function rowsOf(
  plan: RelatedPlan,
  ids: readonly EntityId[],
  context: SaveContext,
): Promise<ReadonlyMap<EntityId, KnownRow>> {
  const blocks: EntityId[][] = []
  for (let at = 0; at < ids.length; at += BLOCK_SIZE) blocks.push(ids.slice(at, at + BLOCK_SIZE))
  const found = await Promise.all(
    blocks.map((block) => {
      const filter = printFilter(listTerm('id', 'in', block.map(String)))
      return read(plan, { filter, page: 0, hideMeta: 1 }, context)
    }),
  )
  return new Map(found.flatMap(({ rows }) => rows).map((row) => [row.id, row]))
}

/** All rows in their order, read in blocks. */
export async function allRows(plan: RelatedPlan, context: SaveContext): Promise<readonly KnownRow[]> {
  const { record } = context
  if (typeof record !== 'number') return []
  // where a filter narrows what is shown, the others keep their place all the same
  const whole = { ...plan, filter: '' }
  if (plan.rows.kind !== 'links')
    return (await relatedIds(plan.rows, record, context)).map((id) => ({ id, related: id }))
  const sort = plan.defaultSort
  const first = await read(whole, { sort, page: 0 }, context)
  const rest = Array.from({ length: Math.max(first.pages - 1, 0) }, (_, index) =>
    read(whole, { sort, page: index + 1, hideMeta: 1 }, context),
  )
  return [first, ...(await Promise.all(rest))].flatMap(({ rows }) => rows)
}

async function read(
  plan: RelatedPlan,
  query: ReadQuery,
  context: SaveContext,
): Promise<{ readonly rows: readonly KnownRow[]; readonly pages: number }> {
  const { record } = context
  if (typeof record !== 'number') return { rows: [], pages: 0 }
  const { other, type } = plan.rows
  const asked = { fields: other?.name ?? 'id', pageSize: BLOCK_SIZE, hideLinks: 1, ...query }
  const envelope = await readRows(plan, record, asked, context)
  const relatedOf = (entity: Entity): EntityId | null => {
    const value = other === null ? entity._id : fieldValue(entity, other)
    return value === null || value === undefined ? null : Number(value)
  }
  return {
    rows: entitiesOf(envelope, type.name).map((entity) => ({ id: entity._id, related: relatedOf(entity) })),
    pages: envelope._meta?._pageCount ?? 0,
  }
}
