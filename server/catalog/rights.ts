/** What one caller may do, resolved once per change of permissions and turned into predicates by `query/authorize.ts` [P1], [P2]. */
export interface Rights {
  /** Administrators and service clients: no predicate at all. */
  readonly unrestricted: boolean
  readonly mediaTypes: ReadonlyMap<string, MediaTypeRights>
  /** Sources whose records may be read and written, descendants included; null: every source. */
  readonly sources: SourceRights | null
  /** Fields that the caller knows less of than others, by media type; absent: none [P4]. */
  readonly fields?: ReadonlyMap<string, FieldLimits>
  /** Id of the user who asks: of records that are kept from others its own is there [AUTH30]. Absent: a nobody. */
  readonly viewer?: number
  /** Equal for callers who are shown the same; part of cache keys. */
  readonly signature: string
}

export interface MediaTypeRights {
  readonly read: boolean
  readonly write: boolean
  readonly delete: boolean
}

/** Names of fields. */
export interface FieldLimits {
  readonly hidden: ReadonlySet<string>
  /** Not hidden, and not to be written. */
  readonly readOnly: ReadonlySet<string>
}

export interface SourceRights {
  readonly read: readonly number[]
  readonly write: readonly number[]
  readonly delete: readonly number[]
}

/** Permissions as the server speaks of them (specification, "Permission the service"). */
export type Permission = 'CanCreate' | 'CanWrite' | 'CanDelete' | 'CanRead' | 'None'

export const UNRESTRICTED: Rights = { unrestricted: true, mediaTypes: new Map(), sources: null, signature: '*' }

export const NOTHING: MediaTypeRights = { read: false, write: false, delete: false }

/** Rights of the caller on one media type, less what its metadata blocks for everyone [P1]. */
export function mediaTypeRights(rights: Rights, mediaType: BlockFlags): MediaTypeRights & { readonly create: boolean } {
  const own = rights.unrestricted
    ? { read: true, write: true, delete: true }
    : (rights.mediaTypes.get(mediaType.name) ?? NOTHING)
  return {
    read: own.read,
    write: own.write && !mediaType.blockWrite,
    delete: own.delete && !mediaType.blockDelete,
    create: own.write && !mediaType.blockCreate,
  }
}

export interface BlockFlags {
  readonly name: string
  readonly blockWrite: boolean
  readonly blockDelete: boolean
  readonly blockCreate: boolean
}
