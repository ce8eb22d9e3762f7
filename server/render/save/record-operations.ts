import type { EntityId } from '../../../shared/envelope.ts'
import type { MediaType } from '../../catalog/catalog.ts'
import type { Problem } from '../../errors.ts'
import type { ChangedRecord, LocalId, RecordChange } from './component-save.ts'
import type { SavedComponent, SavedItem } from './gather.ts'
import { invalid, type PlacedOperation, pointerOf } from './places.ts'

/** Stands for the page's record where it is new. */
export const NEW_RECORD: LocalId = { _lid: '$record' }

/** What becomes of the page's record, or of each of its records: one operation, whatever components have a part in it. */
export function recordOperations(
  saved: readonly SavedComponent[],
  { item, type, etag, bulk }: SavedItem,
  problems: Problem[],
): readonly PlacedOperation[] {
  checkMembers(saved, type, problems)
  if (type === undefined || item.kind === 'none') return []
  if (item.kind === 'new') {
    if (saved.length === 0) return []
    const operation = { _op: 'add', _type: type.name, ...NEW_RECORD, _data: elementOf(saved) } as const
    return [{ operation, place: (path) => memberPlace(path, saved) }]
  }
  const [id] = item.ids
  if (bulk) return bulkOperations(saved, item.ids, type, problems)
  if (id === undefined || saved.every(({ save }) => (save.record ?? []).length === 0)) return []
  const tag = etag === null ? {} : { _etag: etag }
  const operation = { _op: 'update', _href: hrefOf(type, id), ...tag, _data: elementOf(saved) } as const
  return [{ operation, place: (path) => (path[0] === '_etag' ? '/etag' : memberPlace(path, saved)) }]
}

interface BulkRecord {
  readonly id: EntityId
  /** As the first component that names it has it; none where no component does. */
  readonly shown: (ChangedRecord & { readonly at: string }) | undefined
  readonly components: SavedComponent[]
}

/** One update per record, of what the components change that name it; a component that names none changes all. */
function bulkOperations(
  saved: readonly SavedComponent[],
  ids: readonly EntityId[],
  type: MediaType,
  problems: Problem[],
): readonly PlacedOperation[] {
  const onPage = new Set(ids)
  const records = new Map<EntityId, BulkRecord>()
  for (const component of saved) {
    const { save, pointer } = component
    const named = save.records?.map((each) => ({ ...each, at: `${pointer}${each.pointer}` }))
    if ((save.record ?? []).length === 0) continue
    const own = new Set<EntityId>()
    for (const { id, shown } of named?.map((each) => ({ id: each.id, shown: each })) ??
      ids.map((id) => ({ id, shown: undefined }))) {
      const known = records.get(id)
      if (!onPage.has(id))
        problems.push(invalid(`${shown?.at}/id`, `expected the id of a record on the page, not ${id}`))
      else if (own.has(id)) problems.push(invalid(`${shown?.at}/id`, `expected the record ${id} once`))
      else if (known?.shown !== undefined && shown !== undefined && known.shown.etag !== shown.etag)
        problems.push(invalid(`${shown.at}/etag`, `expected the tag that stands at ${known.shown.at}`))
      own.add(id)
      records.set(id, { id, shown: known?.shown ?? shown, components: [...(known?.components ?? []), component] })
    }
  }
  return [...records.values()].map(({ id, shown, components }) => {
    const tag = shown === undefined ? {} : { _etag: shown.etag }
    const data = elementOf(components)
    return {
      operation: { _op: 'update', _href: hrefOf(type, id), ...tag, _data: data, _bulk: true },
      place: (path) => {
        if (path[0] === '_data') return memberPlace(path, components)
        if (shown === undefined) return null
        return path[0] === '_etag' ? `${shown.at}/etag` : shown.at
      },
    }
  })
}

function hrefOf({ name }: MediaType, id: EntityId): string {
  return `/api/v1/${name}/${id}`
}

/** The element of a write body: plain fields beside `_links`. */
function elementOf(saved: readonly SavedComponent[]): Readonly<Record<string, unknown>> {
  const changes = saved.flatMap(({ save }) => save.record ?? [])
  const members = (isLink: boolean): Readonly<Record<string, unknown>> =>
    Object.fromEntries(changes.filter((each) => each.isLink === isLink).map(({ member, value }) => [member, value]))
  const links = members(true)
  return Object.keys(links).length === 0 ? members(false) : { ...members(false), _links: links }
}

/** A member has one value: components that both change it do not agree. */
function checkMembers(saved: readonly SavedComponent[], type: MediaType | undefined, problems: Problem[]): void {
  const owners = new Map<string, string>()
  for (const { save, component, pointer } of saved) {
    for (const change of save.record ?? []) {
      const at = `${pointer}${change.pointer}`
      if (type === undefined) {
        problems.push(invalid(at, 'the page has no record to change'))
        return
      }
      const name = nameOf(change, type)
      const other = owners.get(name)
      if (other === undefined) owners.set(name, component.key)
      else {
        const both = `both ${JSON.stringify(other)} and ${JSON.stringify(component.key)} change it`
        problems.push(invalid(at, `${change.member}: ${both}, expected one of them to`))
      }
    }
  }
}

/** The same for a relation, whether its field or its key names it. */
function nameOf({ member }: RecordChange, { fields }: MediaType): string {
  return fields.get(member)?.relation?.key ?? member
}

/** Where a member of the record stands in the components' edits, or would. */
function memberPlace([root, ...path]: readonly string[], saved: readonly SavedComponent[]): string | null {
  if (root !== '_data') return null
  const isLink = path[0] === '_links'
  const [member, ...rest] = isLink ? path.slice(1) : path
  if (member === undefined) return null
  for (const { save, pointer } of saved) {
    const change = save.record?.find((each) => each.member === member && each.isLink === isLink)
    if (change !== undefined) return `${pointer}${change.place?.(rest) ?? `${change.pointer}${pointerOf(rest)}`}`
  }
  for (const { save, pointer } of saved) {
    const place = save.memberPlace?.(member) ?? null
    if (place !== null) return `${pointer}${place}`
  }
  return null
}
