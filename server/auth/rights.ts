import {
  type FieldLimits,
  type MediaTypeRights,
  NOTHING,
  type Rights,
  type SourceRights,
  UNRESTRICTED,
} from '../catalog/rights.ts'
import { ROW_RULES } from '../catalog/row-rules.ts'
import type { Database } from '../db/database.ts'
import { toBase64Url } from './base64url.ts'
import { fieldOf, type HeldItem, type ItemOwners, OBJECT, OWNER, readItems, throughClient } from './permission-items.ts'

/** How long callers, with their rights, are believed without asking again, in milliseconds [P5]. */
export const BELIEF = 5_000

/** Who asks, and by which client; null: by none that could narrow what is allowed. */
export interface Holder {
  readonly userId: number
  readonly clientId: string | null
  /** Of an administrator or a service: what is not narrowed by the client is allowed. */
  readonly unrestricted: boolean
}

/** Where permission items come from: this database, or the permission service elsewhere. */
export type ItemSource = (owners: ItemOwners) => Promise<readonly HeldItem[]>

/** Reads what a user may do: the union of what the user and the user's groups were granted. */
export async function readRights(database: Database, userId: number): Promise<Rights> {
  return rightsOfItems(await readItems(database, { user: userId }), userId)
}

/** Tells what holders may do, as it is now; of whom nothing is withheld no permission item is read. */
export function rightsReader(items: ItemSource): (holder: Holder) => Promise<Rights> {
  return async (holder) =>
    holder.unrestricted && holder.clientId === null ? UNRESTRICTED : narrowedRights(holder, items)
}

async function narrowedRights({ userId, clientId, unrestricted }: Holder, items: ItemSource): Promise<Rights> {
  const held = await items({ user: userId, client: clientId ?? undefined })
  const isNarrowed = held.some(({ ownerType }) => ownerType === OWNER.client)
  if (unrestricted && !isNarrowed) return UNRESTRICTED
  return rightsOfItems(isNarrowed ? throughClient(held, unrestricted) : held, userId)
}

/** The union of what items allow the user. */
export async function rightsOfItems(items: readonly HeldItem[], viewer: number): Promise<Rights> {
  const mediaTypes = new Map<string, MediaTypeRights>()
  for (const { objectType, key, ...item } of items) {
    if (objectType !== OBJECT.mediaType || key === null) continue
    const known = mediaTypes.get(key) ?? NOTHING
    mediaTypes.set(key, {
      read: known.read || item.canRead,
      write: known.write || item.canWrite,
      delete: known.delete || item.canDelete,
    })
  }
  const sources: SourceRights = {
    read: sourceIds(items, 'canRead'),
    write: sourceIds(items, 'canWrite'),
    delete: sourceIds(items, 'canDelete'),
  }
  const fields = fieldLimits(items)
  return {
    unrestricted: false,
    mediaTypes,
    sources,
    viewer,
    ...(fields.size === 0 ? {} : { fields }),
    signature: await signature(mediaTypes, sources, fields, viewer),
  }
}

/** What no item on a field allows: of a field without items nothing is withheld [P4]. */
function fieldLimits(items: readonly HeldItem[]): ReadonlyMap<string, FieldLimits> {
  const allowed = new Map<string, { readonly canRead: boolean; readonly canWrite: boolean }>()
  for (const { key, canRead, canWrite } of items.filter((item) => fieldOf(item) !== null)) {
    const known = allowed.get(key as string)
    const both = { canRead: canRead || known?.canRead === true, canWrite: canWrite || known?.canWrite === true }
    allowed.set(key as string, both)
  }
  const limits = new Map<string, { readonly hidden: Set<string>; readonly readOnly: Set<string> }>()
  for (const [key, { canRead, canWrite }] of allowed) {
    const about = fieldOf({ objectType: OBJECT.boolean, key })
    if (about === null || (canRead && canWrite)) continue
    const own = limits.get(about.mediaType) ?? { hidden: new Set(), readOnly: new Set() }
    limits.set(about.mediaType, own)
    const kind = canRead ? own.readOnly : own.hidden
    kind.add(about.field)
  }
  return limits
}

function sourceIds(items: readonly HeldItem[], right: 'canRead' | 'canWrite' | 'canDelete'): readonly number[] {
  const ids = items.flatMap((item) =>
    item.objectType === OBJECT.source && item[right] && item.objectId !== null ? [item.objectId] : [],
  )
  return [...new Set(ids)].sort((a, b) => a - b)
}

async function signature(
  mediaTypes: ReadonlyMap<string, MediaTypeRights>,
  sources: SourceRights,
  fields: ReadonlyMap<string, FieldLimits>,
  viewer: number,
): Promise<string> {
  const types = [...mediaTypes]
    .map(([name, rights]) => [name, rights.read, rights.write, rights.delete] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const limits = [...fields].map(([type, each]) => [type, [...each.hidden].sort(), [...each.readOnly].sort()] as const)
  limits.sort(([a], [b]) => (a < b ? -1 : 1))
  // who is shown records of their own sees what nobody else does
  const apart = Object.keys(ROW_RULES).some((name) => mediaTypes.get(name)?.read === true) ? [viewer] : []
  const content = JSON.stringify([types, sources.read, sources.write, sources.delete, limits, ...apart])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)))
  return toBase64Url(hash.subarray(0, 16))
}
