import type { EntityId } from '../../../shared/envelope.ts'
import { escaped, isObject } from '../../../shared/json.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { ComponentSave, LocalId, PlannedOperation, RecordChange, SaveContext } from '../save/component-save.ts'
import { invalid, pointerOf } from '../save/places.ts'
import { flagOption } from './configuration.ts'
import { saveForm } from './form-save.ts'
import { type RelatedRecord, relatedRecord } from './related-form-record.ts'

interface Edits {
  readonly id: EntityId | null
  readonly etag: string | null
  readonly values: unknown
  readonly remove: boolean
}

/**
 * What the edits of a related record come to: it is changed, made and related to the page's record, or taken away from
 * it. Nothing filled in makes nothing.
 */
export async function saveRelatedForm(edits: unknown, context: SaveContext): Promise<ComponentSave> {
  const read = readEdits(edits)
  const related = await relatedRecord(context)
  requireSame(read, related)
  if (read.remove) return removal(read, related, context)
  const form = saveForm({ values: read.values }, { ...context, ...related.context, isBulkEdit: false })
  const changes = form.record ?? []
  if (changes.length === 0) return {}
  const place = (path: readonly string[]): string => placeOf(path, changes, form)
  return read.id === null ? creation(changes, related, context, place) : change(read, changes, related, place)
}

const MEMBERS = ['id', 'etag', 'values', 'remove']

function readEdits(edits: unknown): Edits {
  const given = isObject(edits) ? edits : {}
  const { id = null, etag = null, values = {}, remove = false } = given
  const problems: Problem[] = Object.keys(given)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => invalid(`/${escaped(name)}`, `expected only ${MEMBERS.join(', ')}`))
  if (id !== null && !Number.isSafeInteger(id)) problems.push(invalid('/id', 'expected the id of a record, or null'))
  if (id !== null && typeof etag !== 'string') problems.push(invalid('/etag', 'expected the tag of the record'))
  if (id === null && etag !== null) problems.push(invalid('/etag', 'expected none: a new record has no tag yet'))
  if (typeof remove !== 'boolean') problems.push(invalid('/remove', 'expected true or false'))
  if (remove === true && id === null) problems.push(invalid('/remove', 'expected a record that there is'))
  if (problems.length > 0) throw new AppError(problems)
  return { id: id as EntityId | null, etag: etag as string | null, values, remove: remove === true }
}

/** Somebody may have related another record meanwhile, or none: whoever edits must see that first. */
function requireSame({ id }: Edits, { entity, isWithheld, plan }: RelatedRecord): void {
  if (isWithheld)
    throw new AppError({ code: 'FORBIDDEN', pointer: '', detail: `you may not see this of ${plan.type.name}` })
  if ((entity?._id ?? null) === id) return
  const now = entity === null ? 'there is none any more' : 'it is another one by now'
  throw new AppError({ code: 'ETAG_MISMATCH', pointer: '/id', detail: `the related record: ${now}` })
}

type Place = PlannedOperation['place']

function change(
  { id, etag }: Edits,
  changes: readonly RecordChange[],
  { plan }: RelatedRecord,
  place: Place,
): ComponentSave {
  const tag = etag === null ? {} : { _etag: etag }
  const operation = {
    _op: 'update',
    _href: `/api/v1/${plan.type.name}/${id}`,
    ...tag,
    _data: elementOf(changes),
  } as const
  return { operations: [{ operation, place }] }
}

/** A record that the page's record names is there before it; one that names the page's record comes after. */
function creation(
  changes: readonly RecordChange[],
  { plan: { type, relation, back, field } }: RelatedRecord,
  { record, component }: SaveContext,
  place: Place,
): ComponentSave {
  if (flagOption(component, 'create') === false) throw new AppError(invalid('', 'expected nothing: none is made here'))
  // a relation that is not written would leave the new record to nobody
  if ((field ?? back)?.readOnly === true)
    throw new AppError(invalid('', 'expected nothing: the relation is read-only here'))
  const lid: LocalId = { _lid: `$related-${component.key}` }
  const owner = back?.relation == null ? {} : { [back.relation.key]: record }
  const operation = { _op: 'add', _type: type.name, ...lid, _data: elementOf(changes, owner) } as const
  if (back !== null) return { operations: [{ operation, place }] }
  return {
    before: [{ operation, place }],
    record: [{ member: relation.key, isLink: true, value: lid, pointer: '' }],
  }
}

function removal(
  { id, etag }: Edits,
  { plan: { type, relation, back } }: RelatedRecord,
  { component }: SaveContext,
): ComponentSave {
  if (flagOption(component, 'remove') !== true) throw new AppError(invalid('/remove', 'expected none: it stays here'))
  if (back === null) return { record: [{ member: relation.key, isLink: true, value: null, pointer: '/remove' }] }
  const tag = etag === null ? {} : { _etag: etag }
  const operation = { _op: 'remove', _href: `/api/v1/${type.name}/${id}`, ...tag } as const
  return { operations: [{ operation, place: ([member]) => (member === '_etag' ? '/etag' : '/remove') }] }
}

function elementOf(changes: readonly RecordChange[], owner: Readonly<Record<string, unknown>> = {}) {
  const members = (isLink: boolean): Readonly<Record<string, unknown>> =>
    Object.fromEntries(changes.filter((each) => each.isLink === isLink).map(({ member, value }) => [member, value]))
  const links = { ...members(true), ...owner }
  return Object.keys(links).length === 0 ? members(false) : { ...members(false), _links: links }
}

function placeOf([root, ...path]: readonly string[], changes: readonly RecordChange[], form: ComponentSave): string {
  if (root === '_etag') return '/etag'
  const isLink = path[0] === '_links'
  const [member = '', ...rest] = isLink ? path.slice(1) : path
  const found = changes.find((each) => each.member === member && each.isLink === isLink)
  return found === undefined ? (form.memberPlace?.(member) ?? '') : `${found.pointer}${pointerOf(rest)}`
}
