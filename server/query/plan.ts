/**
 * A bound read: what the statement is to be, in plain data without values, so that its JSON is the key of the compiled
 * text. Values stand apart, and the plan names them by slot.
 */
export interface ReadPlan {
  /** Metadata revision: names mean what they meant then. */
  readonly revision: number
  readonly type: string
  readonly shape: 'one' | 'many'
  readonly where: Predicate
  readonly order: readonly Order[]
  readonly limit: number
  /** Absent on the first page. */
  readonly skip?: Skip
  readonly entity: EntityPlan
  readonly linked: readonly LinkedPlan[]
  /**
   * Tables whose state decides the count; absent when none is asked for, or when one of them is foreign: its writes are
   * not counted, hence a count of it never kept.
   */
  readonly counted?: readonly string[]
  /** Count in this statement; without it a kept count is at hand, or none is asked for. */
  readonly countNow: boolean
}

/** Index into the values of a statement. */
export type Slot = number

/** A set of sources, made by `source-set.ts`. */
export interface SourceSet {
  readonly slot: Slot
  /** The value is a list of ids; otherwise a bit for each id from 0 on, as `get_bit` of Postgres counts them. */
  readonly asList?: true
}

/** Rows before the page. */
export interface Skip {
  readonly rows: Slot
  /** The page ends within so many rows: the least power of four, so that few texts serve all pages. */
  readonly within: number
}

export type Predicate =
  | { readonly kind: 'all'; readonly of: readonly Predicate[] }
  | { readonly kind: 'any'; readonly of: readonly Predicate[] }
  /** True where `of` is false or unknown. */
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'never' }
  | { readonly kind: 'id'; readonly slot: Slot }
  /** One of the ids in `slot`; `isSet`: they are too many to be compared one after the other. */
  | { readonly kind: 'ids'; readonly slot: Slot; readonly isSet?: boolean }
  | {
      readonly kind: 'term'
      readonly field: string
      readonly operator: string
      readonly slot: Slot | null
      readonly flag?: boolean
    }
  /** A related record exists for which `where` holds. */
  | { readonly kind: 'related'; readonly relation: string; readonly where: Predicate }
  /** The field (or `id`) is one of a tree's records from the root in `root` down `depth` levels. */
  | {
      readonly kind: 'tree'
      readonly field: string
      readonly tree: string
      /** Records of the tree that count; below others it does not go. */
      readonly where: Predicate
      readonly relation: string
      readonly root: Slot
      readonly depth: Slot
    }
  /** The record has no source, or one of these [P2]. */
  | ({ readonly kind: 'source' } & SourceSet)

export interface Order {
  readonly field: string
  /** Sort by this field of the related record. */
  readonly related?: { readonly relation: string; readonly field: string; readonly where: Predicate }
  /** Sort by a column of the joining table of a sublevel read. */
  readonly link?: { readonly relation: string; readonly parent: Slot }
  /** Sort by the place of the id in content criteria: `ids` ascending, `ranks` beside them. */
  readonly rank?: { readonly ids: Slot; readonly ranks: Slot }
  readonly descending: boolean
}

/** How the entities of one media type are written. */
export interface EntityPlan {
  readonly type: string
  readonly fields: readonly string[]
  readonly links: readonly LinkPlan[]
  readonly permissions: PermissionsPlan | null
  /** Of media types with files: members beside those that are always there. */
  readonly files?: { readonly suffix: boolean; readonly list: boolean }
}

export interface PermissionsPlan {
  readonly write: Grant
  readonly delete: Grant
}

/** A constant, or the slot of the sources it holds for. */
export type Grant = boolean | SourceSet

/** One member of an entity's `_links`. */
export interface LinkPlan {
  readonly key: string
  readonly relation: string
  /** Write a to-one id as a list: the dictionary that an include adds. */
  readonly asList: boolean
  readonly order: readonly Order[]
  /** Which related records count; `all` of nothing when every one does. */
  readonly where: Predicate
  /** Number of the set of records that the link is followed from; absent: from all that are written. */
  readonly fromSet?: number
  /** Write this field of the related records in place of their ids, as text; those without a value are left out. */
  readonly name?: string
}

/** The included entities of one media type, by every path that leads to it. */
export interface LinkedPlan {
  readonly type: string
  readonly entity: EntityPlan
  /** Replace the entities by what a single requested field holds. */
  readonly single?: string
  readonly order: readonly Order[]
  readonly paths: readonly IncludePath[]
}

export interface IncludePath {
  /** Number of this path's set of records; others refer to it as their start. */
  readonly set: number
  /** Set it starts from; null: the page. */
  readonly from: number | null
  readonly fromType: string
  readonly relation: string
  readonly where: Predicate
}

export const EVERYTHING: Predicate = { kind: 'all', of: [] }

export function all(predicates: readonly Predicate[]): Predicate {
  const rest = predicates.filter((predicate) => !isEverything(predicate))
  return rest.length === 1 ? (rest[0] as Predicate) : { kind: 'all', of: rest }
}

export function isEverything(predicate: Predicate): boolean {
  return predicate.kind === 'all' && predicate.of.length === 0
}

/** Collects the values of a statement; an array given twice (the caller's sources, say) takes one slot. */
export class Values {
  readonly list: unknown[] = []
  private readonly slots = new Map<object, Slot>()

  add(value: unknown): Slot {
    if (typeof value !== 'object' || value === null) return this.list.push(value) - 1
    const known = this.slots.get(value)
    if (known !== undefined) return known
    const slot = this.list.push(value) - 1
    this.slots.set(value, slot)
    return slot
  }
}
