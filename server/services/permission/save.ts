import type { ErrorBody } from '../../../shared/envelope.ts'
import { holdOwner } from '../../auth/hold-owner.ts'
import { type ItemOwners, OWNER, readItems } from '../../auth/permission-items.ts'
import { DataApiError } from '../../data-api/client.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Author } from '../../write/changes.ts'
import type { UnrestrictedDataApi } from '../unrestricted-data-api.ts'
import type { PermissionSave, SavedItem } from './body.ts'
import { COLUMNS, type Difference, differences } from './differences.ts'
import { type OwnRow, ownRows } from './own-rows.ts'
import { itemsTag, requireTag } from './tag.ts'

/** What saving takes. */
export interface SaveMeans {
  readonly database: Database
  /** The data API without restriction. */
  readonly dataApi: UnrestrictedDataApi
  readonly requestId: string
  /** Whose save it is; null: nobody said. */
  readonly author: Author | null
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined
}

/** Of one save: as many operations as a batch holds. */
const MAX_CHANGES = 1000
/** Each time somebody else saved in between, so that somebody always comes forward. */
const MAX_TRIES = 50

/**
 * Makes the owner's own items those given, by one batch of what differs: what the data API checks, keeps in history and
 * tells other parts of holds here too. Saves for one owner wait for each other, so that a tag lets one of them through.
 *
 * @param ownerId of the owner's record.
 * @throws {AppError} ETAG_MISMATCH, VALIDATION for too many changes.
 * @throws {DataApiError} with pointers into the service's own body.
 */
export async function saveItems(save: PermissionSave, ownerId: number, means: SaveMeans): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await attempt(save, ownerId, means)) return
  }
  throw new AppError({ code: 'DEPENDENCY_DOWN', detail: 'others save the same permissions all the time: try again' })
}

/** False: somebody else saved between what was read and the lock. */
async function attempt(save: PermissionSave, ownerId: number, means: SaveMeans): Promise<boolean> {
  const { ownerType, permissions } = save
  const read = await ownRows(means.database.kysely, ownerType, ownerId)
  const changes = differences(read, permissions, { type: ownerType, id: ownerId })
  if (changes.length > MAX_CHANGES) throw tooMany(changes.length)
  if (changes.length === 0) {
    await requireOwnTag(means.database, save, means.ifMatch)
    return true
  }
  let refusal: AppError | null = null
  let isStale = false
  const guard = async (tx: Transaction): Promise<void> => {
    try {
      await hold(tx, save, ownerId)
      await requireOwnTag(tx, save, means.ifMatch)
      isStale = !isSame(read, await ownRows(tx.kysely, ownerType, ownerId))
      if (isStale) throw new AppError({ code: 'ETAG_MISMATCH', detail: 'saved by somebody else in between' })
    } catch (error) {
      if (error instanceof AppError) refusal = error
      throw error
    }
  }
  const headers = { 'content-type': 'application/json', 'x-request-id': means.requestId }
  const body = JSON.stringify({ _operations: changes.map(({ operation }) => operation) })
  const request = new Request('http://data-api.invalid/api/v1/$batch', { method: 'POST', headers, body })
  const response = await means.dataApi(request, means.author === null ? { guard } : { guard, author: means.author })
  const text = await response.text()
  if (response.ok) return true
  if (isStale) return false
  if (refusal !== null) throw refusal
  throw refused(response.status, JSON.parse(text) as ErrorBody, changes)
}

/** Lets nobody else save for the owner until the transaction ends. */
async function hold({ kysely }: Transaction, { ownerType, ownerId: name }: PermissionSave, id: number): Promise<void> {
  if (await holdOwner(kysely, ownerType, id)) return
  throw new AppError({ code: 'VALIDATION', pointer: '/ownerId', detail: `${JSON.stringify(name)} is there no more` })
}

async function requireOwnTag(
  from: Pick<Transaction, 'read'>,
  { ownerType, ownerId }: PermissionSave,
  wanted: string | undefined,
): Promise<void> {
  const owners: ItemOwners =
    ownerType === OWNER.client
      ? { client: String(ownerId) }
      : { [ownerType === OWNER.user ? 'user' : 'group']: Number(ownerId) }
  requireTag(wanted, await itemsTag(await readItems(from, owners)))
}

function isSame(one: readonly OwnRow[], other: readonly OwnRow[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function tooMany(count: number): AppError {
  const detail = `expected at most ${MAX_CHANGES} changes at once, not ${count}: save them in several steps`
  return new AppError({ code: 'VALIDATION', pointer: '/permissions', detail })
}

function refused(status: number, { errors }: ErrorBody, changes: readonly Difference[]): DataApiError {
  const pointed = errors.map(({ source, ...error }) => {
    const pointer = source !== undefined && 'pointer' in source ? source.pointer : undefined
    const place = pointer === undefined ? undefined : placeOf(pointer, changes)
    return place === undefined ? error : { ...error, source: { pointer: place } }
  })
  return new DataApiError(status, pointed)
}

/** From a pointer into the batch to one into the service's body. */
function placeOf(pointer: string, changes: readonly Difference[]): string | undefined {
  const [, index, column] = /^\/_operations\/(\d+)\/_data(?:\/(\w+))?/.exec(pointer) ?? []
  const item: SavedItem | null | undefined = changes[Number(index)]?.item
  if (item == null) return undefined
  if (column === 'owner_id' || column === 'owner_type') return column === 'owner_id' ? '/ownerId' : '/ownerType'
  const member = COLUMNS[column ?? '']
  return member === undefined ? item.pointer : `${item.pointer}/${member}`
}
