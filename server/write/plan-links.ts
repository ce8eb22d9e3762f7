import type { MediaType, Relation } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
import { wayBack } from '../query/bind.ts'
import { linkTypeOf, newLinkColumns } from './bind-link-fields.ts'
import { type BoundColumn, type BoundWrite, required } from './bind-write.ts'
import { problem } from './body.ts'
import { type Member, membersOf, visibleRecords } from './members.ts'
import { childRequired, requiredRelations } from './required-children.ts'
import { type LinkResolver, type ResolvedLink, relatedType } from './resolve-links.ts'
import type { WriteContext } from './write-context.ts'

/** What becomes of a relation kept outside the record: whom it lets go, whom it takes in, in which order. */
export interface PlannedLink {
  readonly relation: Relation
  /** What it held, in its order, as far as the caller can see. */
  readonly before: readonly number[]
  /** The records that the body names. */
  readonly wanted: readonly number[]
  readonly release: readonly number[]
  readonly adopt: readonly number[]
  /** The order asked for, of a relation that keeps one; null: none was. */
  readonly order: readonly number[] | null
  /** Values of link objects, by related id: all of them for new ones, those given for others. */
  readonly columns: ReadonlyMap<number, readonly BoundColumn[]>
}

export interface PlannedWrite {
  /** Null: a new record. */
  readonly id: number | null
  readonly columns: readonly BoundColumn[]
  readonly links: readonly PlannedLink[]
  readonly pointer: string
}

export interface WriteToPlan {
  readonly id: number | null
  readonly bound: BoundWrite
  /** One of many records changed alike: may leave a required list empty (specification, "Errors"). */
  readonly bulk: boolean
  /** Later operations may fill a list: takes note of an empty one, to be looked at again when they are done. */
  readonly later: RefuseEmpty | null
}

/**
 * Compares the relations of writes to one media type with what there is, as far as the caller can see: records out of
 * its sight are neither let go by a list that cannot name them nor taken in [P3]. One statement per relation and per
 * related media type, however many writes there are.
 */
export async function planLinks(
  tx: Transaction,
  type: MediaType,
  writes: readonly WriteToPlan[],
  resolver: LinkResolver,
  context: WriteContext,
  problems: Problem[],
): Promise<readonly PlannedWrite[]> {
  const resolved: (readonly ResolvedLink[])[] = []
  for (const { bound } of writes) {
    const links: ResolvedLink[] = []
    for (const link of bound.links) links.push(await resolver.resolve(link, problems))
    resolved.push(links)
  }
  const records = await wantedRecords(tx, resolved.flat(), context)
  const members = await currentMembers(tx, type, writes, resolved, context)
  const planned = writes.map((write, index) => {
    const columns = new Map(write.bound.columns.map((column) => [column.field.name, column]))
    const links: PlannedLink[] = []
    const refuse = write.later ?? ((_relation: Relation, pointer: string) => void problems.push(childRequired(pointer)))
    for (const link of resolved[index] ?? []) {
      if (link.faulty) continue
      const known = records.get(link.relation.to) ?? new Map<number, Member>()
      const now = write.id === null ? [] : (members.get(link.relation.key)?.get(write.id) ?? [])
      const planned = planLink(link, write.id, now, known, context, problems)
      if (planned === null) continue
      if (link.relation.via.kind === 'column') planColumn(link, planned, write.id, now, context, columns, problems)
      else links.push(planned)
      if (!write.bulk) requireChildren(link, planned, refuse)
    }
    if (write.id === null) requireNamed(type, resolved[index] ?? [], write.bound.pointer, refuse)
    return { id: write.id, columns: [...columns.values()], links, pointer: write.bound.pointer }
  })
  requireOwners(planned, resolved, context, problems)
  return planned
}

/** Ids named in a message; more than anyone looks at. */
const MAX_NAMED = 20

function listed(ids: readonly number[]): string {
  const more = ids.length - MAX_NAMED
  return `${ids.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

type Records = ReadonlyMap<string, ReadonlyMap<number, Member>>

async function wantedRecords(tx: Transaction, links: readonly ResolvedLink[], context: WriteContext): Promise<Records> {
  const wanted = new Map<string, Set<number>>()
  for (const { relation, operation, ids } of links) {
    if (operation === 'Remove') continue
    const set = wanted.get(relation.to) ?? new Set()
    for (const id of ids) set.add(id)
    wanted.set(relation.to, set)
  }
  const records = new Map<string, ReadonlyMap<number, Member>>()
  for (const [name, ids] of wanted) {
    const type = context.catalog.mediaTypes.get(name) as MediaType
    records.set(name, await visibleRecords(tx, type, [...ids], context))
  }
  return records
}

async function currentMembers(
  tx: Transaction,
  type: MediaType,
  writes: readonly WriteToPlan[],
  resolved: readonly (readonly ResolvedLink[])[],
  context: WriteContext,
): Promise<ReadonlyMap<string, ReadonlyMap<number, readonly Member[]>>> {
  const owners = new Map<Relation, number[]>()
  for (const [index, links] of resolved.entries()) {
    const id = writes[index]?.id ?? null
    if (id === null) continue
    for (const { relation } of links) owners.set(relation, [...(owners.get(relation) ?? []), id])
  }
  const members = new Map<string, ReadonlyMap<number, readonly Member[]>>()
  for (const [relation, ids] of owners) {
    members.set(relation.key, await membersOf(tx, type, relation, ids, context))
  }
  return members
}

function planLink(
  link: ResolvedLink,
  id: number | null,
  now: readonly Member[],
  known: ReadonlyMap<number, Member>,
  context: WriteContext,
  problems: Problem[],
): PlannedLink | null {
  const related = relatedType(link.relation, context.catalog)
  const ids =
    link.operation === 'Remove' ? link.ids : link.ids.filter((each) => known.has(each) || !link.found.has(each))
  const missing = link.operation === 'Remove' ? [] : ids.filter((each) => !known.has(each))
  if (missing.length > 0) {
    problems.push(problem(link.pointer, `there is no record of ${related.name} with id ${listed(missing)}`))
    return null
  }
  const planned = compare({ ...link, ids }, now, context, problems)
  if (movesUnder(link.relation, related) && planned.adopt.length > 0 && !mayWriteUnder(id, context)) {
    problems.push({ code: 'FORBIDDEN', pointer: link.pointer, detail: 'you may not write under this source' })
  }
  if (changesOthers(link.relation) && !allWritable(planned, [...now, ...known.values()])) {
    const detail = `you may not change these records of ${related.name}`
    problems.push({ code: 'FORBIDDEN', pointer: link.pointer, detail })
  }
  return planned
}

function compare(link: ResolvedLink, now: readonly Member[], context: WriteContext, problems: Problem[]): PlannedLink {
  const before = now.map((member) => member.id)
  const current = new Set(before)
  const wanted = new Set(link.ids)
  const { operation, ids, relation } = link
  const adopt = operation === 'Remove' ? [] : ids.filter((wantedId) => !current.has(wantedId))
  const columns = new Map(operation === 'Remove' ? [] : link.columns)
  const linkType = linkTypeOf(relation, context.catalog)
  if (linkType !== null) {
    for (const id of adopt) {
      columns.set(id, newLinkColumns(linkType, relation, columns.get(id) ?? [], link.pointer, problems))
    }
  }
  return {
    relation,
    before,
    wanted: ids,
    release: operation === 'Add' ? [] : before.filter((member) => wanted.has(member) === (operation === 'Remove')),
    adopt,
    order: operation === 'Replace' ? ids : null,
    columns,
  }
}

/** A to-one relation is a column of the record; one that holds a record out of sight is not emptied by sending null. */
function planColumn(
  link: ResolvedLink,
  planned: PlannedLink,
  id: number | null,
  now: readonly Member[],
  { rights }: WriteContext,
  columns: Map<string, BoundColumn>,
  problems: Problem[],
): void {
  const { field, pointer, operation } = link
  if (field === null || (operation === 'Remove' && planned.release.length === 0)) return
  const value = operation === 'Remove' ? null : (planned.wanted[0] ?? null)
  if (value === null && operation === 'Add') return
  if (value === null && field.required) problems.push(required(field, pointer))
  else if (value === null && id !== null && !rights.unrestricted && now.length === 0) return
  else columns.set(field.name, { field, value, pointer })
}

/** A list whose record must have at least one there is not left empty [ERR:child-required]. */
function requireChildren({ relation, pointer }: ResolvedLink, planned: PlannedLink, refuse: RefuseEmpty): void {
  if (!relation.childRequired || relation.cardinality === 'one') return
  if (planned.before.length - planned.release.length + planned.adopt.length > 0) return
  refuse(relation, pointer)
}

type RefuseEmpty = (relation: Relation, pointer: string) => void

/** A record that must refer to one of these is let go only where another one of the same step takes it in. */
function requireOwners(
  planned: readonly PlannedWrite[],
  resolved: readonly (readonly ResolvedLink[])[],
  { catalog }: WriteContext,
  problems: Problem[],
): void {
  const taken = new Map<Relation, Set<number>>()
  for (const { relation, adopt } of planned.flatMap((write) => write.links)) {
    const known = taken.get(relation) ?? new Set()
    for (const id of adopt) known.add(id)
    taken.set(relation, known)
  }
  for (const [index, write] of planned.entries()) {
    for (const { relation, release } of write.links) {
      if (relation.via.kind !== 'reverse' || release.length === 0) continue
      const related = relatedType(relation, catalog)
      const field = related.fields.get(wayBack(relation, catalog).field ?? '')
      const left = release.filter((id) => !taken.get(relation)?.has(id))
      const pointer = resolved[index]?.find((link) => link.relation === relation)?.pointer ?? write.pointer
      if (field?.required && left.length > 0) {
        problems.push(
          problem(pointer, `${field.label} is required by ${related.labelPlural.toLowerCase()} ${listed(left)}`),
        )
      }
    }
  }
}

/** A new record has nothing but what its body names. */
function requireNamed(type: MediaType, links: readonly ResolvedLink[], pointer: string, refuse: RefuseEmpty): void {
  for (const relation of requiredRelations(type)) {
    if (!links.some((link) => link.relation === relation)) {
      refuse(relation, `${pointer}/_links/${relation.key}`)
    }
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

function allWritable(planned: PlannedLink, rows: readonly Member[]): boolean {
  const touched = new Set([...planned.release, ...planned.adopt])
  return rows.every((row) => row.writable || !touched.has(row.id))
}
