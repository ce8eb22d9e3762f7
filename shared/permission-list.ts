/** What the component `permissionList` is sent, and how what it shows follows from it (docs/permissions.md). */
import type { EntityId } from './envelope.ts'

export interface Marks {
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly canDelete: boolean
}

export type Mark = keyof Marks
export const MARKS = ['canRead', 'canWrite', 'canDelete'] as const satisfies readonly Mark[]
export const NO_MARKS: Marks = { canRead: false, canWrite: false, canDelete: false }

export type PermissionCategoryKey = 'mediaTypes' | 'sources' | 'fields' | 'booleans'

export interface PermissionListSchema {
  /** 1 a user, 2 a group, 3 a client, whose `id` is its `client_id`. */
  readonly owner: { readonly type: number; readonly id: EntityId | string }
  /** What is changed may be saved. */
  readonly canWrite: boolean
  /** In the order they are shown in. */
  readonly categories: readonly { readonly key: PermissionCategoryKey; readonly objectType: number }[]
}

export interface PermissionListData {
  /** Every permission that could be given, and what is held without being on offer any more. */
  readonly rows: readonly PermissionRow[]
  /** Tag of the owner's own items, sent back in `If-Match` when they are saved; null: none is known. */
  readonly etag: string | null
  /** The owner administers: nothing is withheld, whatever the rows say. */
  readonly isAdministrator: boolean
}

/** One thing that may be permitted, and what the owner may do with it. */
export interface PermissionRow {
  /** Its own among the rows. */
  readonly key: string
  readonly category: PermissionCategoryKey
  readonly objectType: number
  /** Of a source. */
  readonly objectId: EntityId | null
  /** Name of a media type, `field:<media type>.<field>`, or key of a boolean. */
  readonly name: string | null
  readonly label: string
  /** Row it stands under: the source above, or a field's media type. Comes before it. */
  readonly parent?: string
  /** A part of Marquee itself. */
  readonly system?: true
  /** It is held and not on offer: what it was about is gone. */
  readonly gone?: true
  /** What can be given; what the metadata blocks for everybody is not among it. */
  readonly givable: readonly Mark[]
  /** The owner's own item; null: there is none. */
  readonly own: Marks | null
  /** What others give: groups, then sources above, the nearest first. */
  readonly inherited: readonly Inherited[]
  /** All of it together. Of a field: what is left of it. */
  readonly effective: Marks
}

export interface Inherited {
  readonly from: {
    readonly kind: 'group' | 'source'
    readonly label: string
    /** The source above that the group's item is on. */
    readonly via?: string
  }
  readonly marks: Marks
}

export function union(all: readonly Marks[]): Marks {
  return {
    canRead: all.some(({ canRead }) => canRead),
    canWrite: all.some(({ canWrite }) => canWrite),
    canDelete: all.some(({ canDelete }) => canDelete),
  }
}

export const hasMarks = (marks: Marks | null): marks is Marks => marks !== null && MARKS.some((mark) => marks[mark])

const OPEN: Marks = { canRead: true, canWrite: true, canDelete: false }

/**
 * The rows with other items of the owner's own: what follows for sources below, and what is left in effect. Own items
 * allow; none of them takes away what a group gives. A field without any item is open.
 */
export function withOwn(
  rows: readonly PermissionRow[],
  own: (row: PermissionRow) => Marks | null,
): readonly PermissionRow[] {
  const below = new Map<string, readonly Inherited[]>()
  return rows.map((row) => {
    const mine = own(row)
    const above = (row.parent !== undefined && row.category === 'sources' ? below.get(row.parent) : undefined) ?? []
    if (row.category === 'sources') {
      const given: Inherited = { from: { kind: 'source', label: row.label }, marks: mine ?? NO_MARKS }
      below.set(row.key, hasMarks(mine) ? [given, ...above] : above)
    }
    const inherited = [...row.inherited.filter(({ from }) => from.kind === 'group'), ...above]
    return { ...row, own: mine, inherited, effective: effectiveOf(row, mine, inherited) }
  })
}

function effectiveOf({ category }: PermissionRow, own: Marks | null, inherited: readonly Inherited[]): Marks {
  const all = [...(own === null ? [] : [own]), ...inherited.map(({ marks }) => marks)]
  return category === 'fields' && all.length === 0 ? OPEN : union(all)
}
