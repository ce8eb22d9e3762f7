import type { Entity, ErrorBody } from '../../../shared/envelope.ts'
import { type DataApiClient, DataApiError, entitiesOf } from '../../data-api/client.ts'
import type { Fetch } from '../transport.ts'
import type { PermissionSave, SavedItem } from './body.ts'

/** Names of an item's members in the records of `permissions`. */
const COLUMNS: Readonly<Record<string, string>> = {
  object_type: 'objectType',
  object_id: 'objectId',
  key: 'key',
  can_read: 'canRead',
  can_write: 'canWrite',
  can_delete: 'canDelete',
}

/** What saving takes: the data API without restriction, as a client and as it is. */
export interface SaveMeans {
  readonly client: DataApiClient
  readonly dataApi: Fetch
  readonly requestId: string
}

/**
 * Makes the owner's own items those given, by one batch of the data API: what it checks, keeps in history and tells
 * other parts of holds here too.
 *
 * @param ownerId of the owner's record.
 * @throws {DataApiError} with pointers into the service's own body.
 */
export async function saveItems(save: PermissionSave, ownerId: number, means: SaveMeans): Promise<void> {
  const filter = `owner_type_$eq_${save.ownerType}_$and_owner_id_$eq_${ownerId}`
  const ids = await means.client.readIds('permissions', { filter })
  const envelopes = ids.length === 0 ? [] : await means.client.readMany('permissions', ids)
  const known = envelopes.flatMap((envelope) => entitiesOf(envelope, 'permissions'))
  const wanted = save.permissions.map((item) => ({ item, record: recordOf(item, save.ownerType, ownerId) }))
  const kept = new Map(known.map((entity) => [contents(entity), entity]))
  const added = wanted.filter(({ record }) => !kept.has(contents(record)))
  const stay = new Set(wanted.map(({ record }) => kept.get(contents(record))))
  const operations = [
    ...added.map(({ record }) => ({ _op: 'add', _type: 'permissions', _data: record })),
    ...known.filter((entity) => !stay.has(entity)).map(({ _href }) => ({ _op: 'remove', _href })),
  ]
  if (operations.length === 0) return
  const headers = { 'content-type': 'application/json', 'x-request-id': means.requestId }
  const body = JSON.stringify({ _operations: operations })
  const request = new Request('http://data-api.invalid/api/v1/$batch', { method: 'POST', headers, body })
  const response = await means.dataApi(request)
  const text = await response.text()
  if (response.ok) return
  const { errors } = JSON.parse(text) as ErrorBody
  const pointed = errors.map(({ source, ...error }) => {
    const pointer = source !== undefined && 'pointer' in source ? source.pointer : undefined
    const place =
      pointer === undefined
        ? undefined
        : placeOf(
            pointer,
            added.map(({ item }) => item),
          )
    return place === undefined ? error : { ...error, source: { pointer: place } }
  })
  throw new DataApiError(response.status, pointed)
}

function recordOf(item: SavedItem, ownerType: number, ownerId: number): Readonly<Record<string, unknown>> {
  const own = Object.entries(COLUMNS).map(([column, member]) => [column, item[member as keyof SavedItem]])
  return {
    ...Object.fromEntries(own),
    object_type: String(item.objectType),
    owner_type: String(ownerType),
    owner_id: ownerId,
  }
}

/** Equal for records of the same permission. */
function contents(record: Readonly<Record<string, unknown>> | Entity): string {
  const values = record as Readonly<Record<string, unknown>>
  return JSON.stringify(Object.keys(COLUMNS).map((column) => values[column] ?? null))
}

/** From a pointer into the batch to one into the service's body. */
function placeOf(pointer: string, added: readonly SavedItem[]): string | undefined {
  const [, index, column] = /^\/_operations\/(\d+)\/_data(?:\/(\w+))?/.exec(pointer) ?? []
  const item = added[Number(index)]
  if (item === undefined) return undefined
  if (column === 'owner_id' || column === 'owner_type') return column === 'owner_id' ? '/ownerId' : '/ownerType'
  const member = COLUMNS[column ?? '']
  return member === undefined ? item.pointer : `${item.pointer}/${member}`
}
