import { SECRET_PLACEHOLDER } from '../../../shared/envelope.ts'
import type { HistoryEntry, ModifiedField } from './entry.ts'

/** What is different between two versions of a record. */
export interface Difference {
  readonly fields: ReadonlyMap<string, Required<Pick<ModifiedField, 'old' | 'new'>> & Pick<ModifiedField, 'mediaType'>>
  readonly relations: ReadonlyMap<string, RelationDifference>
}

export interface RelationDifference {
  readonly mediaType: string
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/**
 * The net effect of entries, oldest first: what changed and was changed back is no difference. A value that was not
 * there is null. That a record was removed makes no version of it and is passed over.
 */
export function differenceOf(entries: readonly HistoryEntry[]): Difference {
  const fields = new Map<string, { old: unknown; new: unknown; mediaType?: string }>()
  const relations = new Map<string, { mediaType: string; added: Set<number>; removed: Set<number> }>()
  for (const entry of entries) {
    if (entry._operation === 'Removed') continue
    for (const [name, change] of Object.entries(entry._modifiedFields)) {
      const known = fields.get(name)
      fields.set(name, {
        old: known === undefined ? (change.old ?? null) : known.old,
        new: change.new ?? null,
        ...(change.mediaType === undefined ? {} : { mediaType: change.mediaType }),
      })
    }
    for (const [kind, changes] of [
      ['removed', entry._removedRelations],
      ['added', entry._addedRelations],
    ] as const) {
      for (const { relation, mediaType, ids } of changes) {
        const own = relations.get(relation) ?? { mediaType, added: new Set(), removed: new Set() }
        relations.set(relation, own)
        const [into, opposite] = kind === 'added' ? [own.added, own.removed] : [own.removed, own.added]
        for (const id of ids) if (!opposite.delete(id)) into.add(id)
      }
    }
  }
  return {
    fields: new Map([...fields].filter(([, change]) => differs(change.old, change.new))),
    relations: new Map(
      [...relations]
        .filter(([, { added, removed }]) => added.size + removed.size > 0)
        .map(([key, { mediaType, added, removed }]) => [key, { mediaType, added: [...added], removed: [...removed] }]),
    ),
  }
}

/** The same, seen from the later version. */
export function reversed({ fields, relations }: Difference): Difference {
  return {
    fields: new Map([...fields].map(([name, change]) => [name, { ...change, old: change.new, new: change.old }])),
    relations: new Map(
      [...relations].map(([key, change]) => [key, { ...change, added: change.removed, removed: change.added }]),
    ),
  }
}

/** A secret that changed reads the same before and after. */
function differs(before: unknown, after: unknown): boolean {
  return after === SECRET_PLACEHOLDER || canonical(before) !== canonical(after)
}

/** Text of a value that does not depend on the order of its members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
