import type { EntityId } from '../../../shared/envelope.ts'
import { escaped } from '../../../shared/json.ts'
import type { MediaType } from '../../catalog/catalog.ts'
import type { LocalId, PlannedOperation, SaveContext } from '../save/component-save.ts'
import type { AddedRow, ChangedRow } from './related-edits.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Of a change that goes well with whatever others did to the record meanwhile, or that the tag of the page's record
 * stands for.
 */
export const ANY_TAG = '*'

export function hrefOf({ name }: Pick<MediaType, 'name'>, id: EntityId): string {
  return `/api/v1/${name}/${id}`
}

/** The page's record as an operation names it. */
export function recordHref({ record, type }: SaveContext): string | LocalId {
  if (record === null || type === undefined) throw new Error('the page has no record of its own')
  return typeof record === 'number' ? hrefOf(type, record) : record
}

/** The name by which later operations know a record that a row adds; no other list has it. */
export function localId({ component }: SaveContext, { key }: AddedRow): LocalId {
  return { _lid: `${component.key} ${key}` }
}

/** Where a field of an operation's data stands in the edits of its row; what joins the two stands in `joins`. */
export function placeIn(pointer: string, joins: string, path: readonly string[]): string {
  const [root, ...below] = path
  if (root === '_etag') return `${pointer}/etag`
  if (root !== '_data' || below.length === 0) return joins
  const names = below[0] === '_links' ? below.slice(1) : below
  return [`${pointer}/values`, ...names.map(escaped)].join('/')
}

export function changed({ id, etag, values, pointer }: ChangedRow, type: MediaType): PlannedOperation {
  return {
    operation: { _op: 'update', _href: hrefOf(type, id), _etag: etag, _data: values },
    place: (path) => placeIn(pointer, `${pointer}/id`, path),
  }
}

/** A new record of a row's values; `extra` are members that are no values of the row. */
export function created(
  row: AddedRow,
  type: MediaType,
  context: SaveContext,
  extra: { readonly name: string; readonly value: unknown } | null,
): PlannedOperation {
  const data: Values = extra === null ? row.values : { ...row.values, _links: { [extra.name]: extra.value } }
  return {
    operation: { _op: 'add', _type: type.name, ...localId(context, row), _data: data },
    place: (path) => (path.includes(extra?.name ?? '') ? row.pointer : placeIn(row.pointer, row.pointer, path)),
  }
}
