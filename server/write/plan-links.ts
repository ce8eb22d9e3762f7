import type { MediaType, Relation } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
import { wayBack } from '../query/bind.ts'
import { type AuthorizedRow, authorizedRows, type WriteContext } from './authorized-rows.ts'
import type { BoundLink } from './bind-links.ts'
import { type BoundColumn, type BoundWrite, required } from './bind-write.ts'
import { problem } from './body.ts'

/** What becomes of a relation kept outside the record: whom it lets go, whom it takes in, in which order. */
export interface PlannedLink {
  readonly relation: Relation
  readonly release: readonly number[]
  readonly adopt: readonly number[]
  /** The order asked for, of a relation that keeps one; null: none was. */
  readonly order: readonly number[] | null
}

export interface PlannedWrite {
  readonly columns: readonly BoundColumn[]
  readonly links: readonly PlannedLink[]
  readonly pointer: string
}

/**
 * Compares the relations of a body with what there is, as far as the caller can see: records out of its sight are
 * neither let go by a list that cannot name them nor taken in [P3].
 *
 * @param id the record written, null for a new one.
 */
export async function planLinks(
  tx: Transaction,
  bound: BoundWrite,
  id: number | null,
  context: WriteContext,
  problems: Problem[],
): Promise<PlannedWrite> {
  const columns = new Map(bound.columns.map((column) => [column.field.name, column]))
  const links: PlannedLink[] = []
  for (const link of bound.links) {
    const related = context.catalog.mediaTypes.get(link.relation.to) as MediaType
    const members = id === null ? [] : await membersOf(tx, link.relation, related, id, context)
    const found = link.operation === 'Remove' ? [] : await recordsOf(tx, related, link.ids, context)
    const missing =
      link.operation === 'Remove' ? [] : link.ids.filter((wanted) => !found.some((row) => row.id === wanted))
    if (missing.length > 0) {
      problems.push(problem(link.pointer, `there is no record of ${related.name} with id ${missing.join(', ')}`))
      continue
    }
    const planned = compare(link, members)
    if (link.relation.via.kind === 'column') planColumn(link, planned, members, id, context, columns, problems)
    else links.push(planned)
    if (movesUnder(link.relation, related) && planned.adopt.length > 0 && !mayWriteUnder(id, context)) {
      problems.push({ code: 'FORBIDDEN', pointer: link.pointer, detail: 'you may not write under this source' })
    }
    if (changesOthers(link.relation) && !allWritable(planned, [...members, ...found])) {
      problems.push({
        code: 'FORBIDDEN',
        pointer: link.pointer,
        detail: `you may not change these records of ${related.name}`,
      })
    }
  }
  return { columns: [...columns.values()], links, pointer: bound.pointer }
}

function compare(link: BoundLink, members: readonly AuthorizedRow[]): PlannedLink {
  const current = new Set(members.map((row) => row.id))
  const wanted = new Set(link.ids)
  const { operation, ids, relation } = link
  return {
    relation,
    release:
      operation === 'Add' ? [] : [...current].filter((member) => wanted.has(member) === (operation === 'Remove')),
    adopt: operation === 'Remove' ? [] : ids.filter((wantedId) => !current.has(wantedId)),
    order: operation === 'Replace' ? ids : null,
  }
}

/** A to-one relation is a column of the record; one that holds a record out of sight is not emptied by sending null. */
function planColumn(
  link: BoundLink,
  planned: PlannedLink,
  members: readonly AuthorizedRow[],
  id: number | null,
  { rights }: WriteContext,
  columns: Map<string, BoundColumn>,
  problems: Problem[],
): void {
  const column = columns.get(link.relation.field ?? '')
  if (link.operation === 'Remove' && planned.release.length > 0 && link.field !== null) {
    if (link.field.required) problems.push(required(link.field, link.pointer))
    else columns.set(link.field.name, { field: link.field, value: null, pointer: link.pointer })
  } else if (column?.value === null && id !== null && !rights.unrestricted && members.length === 0) {
    columns.delete(column.field.name)
  }
}

/** From the side of a source: its records are those that stand under it [P2]. */
function movesUnder(relation: Relation, related: MediaType): boolean {
  return relation.via.kind === 'reverse' && relation.key === `${related.name}[${related.sourceField}]`
}

function mayWriteUnder(source: number | null, { rights }: WriteContext): boolean {
  return rights.sources === null || (source !== null && rights.sources.write.includes(source))
}

/** A relation kept by the related records, or owned by them, is a change of theirs. */
function changesOthers({ via, owned }: Relation): boolean {
  return via.kind === 'reverse' || (via.kind === 'link' && !owned)
}

function allWritable(planned: PlannedLink, rows: readonly AuthorizedRow[]): boolean {
  const touched = new Set([...planned.release, ...planned.adopt])
  return rows.every((row) => row.writable || !touched.has(row.id))
}

function recordsOf(tx: Transaction, type: MediaType, ids: readonly number[], context: WriteContext) {
  if (ids.length === 0) return []
  return authorizedRows(tx, type, (values) => ({ kind: 'ids', slot: values.add(ids) }), context)
}

/** Records that the relation holds now. */
function membersOf(tx: Transaction, relation: Relation, related: MediaType, id: number, context: WriteContext) {
  const back = wayBack(relation, context.catalog)
  return authorizedRows(
    tx,
    related,
    (values) => ({ kind: 'related', relation: back.key, where: { kind: 'id', slot: values.add(id) } }),
    context,
  )
}
