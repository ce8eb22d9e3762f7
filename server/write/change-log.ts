import { SECRET_PLACEHOLDER } from '../../shared/envelope.ts'
import type { MediaType, Relation } from '../catalog/catalog.ts'
import type { Change, ChangeOperation, FieldChange, RelationChange } from './changes.ts'
import type { Snapshot } from './snapshot.ts'

type Values = Readonly<Record<string, unknown>>
type Related = Map<string, { readonly mediaType: string; readonly ids: Set<number> }>

interface Draft {
  readonly mediaType: string
  readonly id: number
  operation: 'Added' | 'Removed' | null
  version: number
  /** The record as it was before the save first changed it; null: not known, or not there. */
  before: Values | null
  after: Values | null
  /** Told of by whoever changed them: secrets, and keys and orders that relations changed. */
  readonly fields: Map<string, FieldChange>
  readonly added: Related
  readonly removed: Related
}

/** Collects what a save does to each record, once per record however often the save touches it. */
export class ChangeLog {
  private readonly drafts = new Map<string, Draft>()

  added(type: MediaType, id: number): void {
    this.draft(type.name, id).operation = 'Added'
  }

  removed(type: MediaType, was: Snapshot): void {
    const draft = this.draft(type.name, was.id)
    // what one save adds and removes again was never there
    if (draft.operation === 'Added') this.drafts.delete(`${type.name} ${was.id}`)
    draft.operation = 'Removed'
    draft.before ??= was.values
    draft.version = was.version
  }

  before(type: MediaType, was: Snapshot): void {
    const draft = this.draft(type.name, was.id)
    if (draft.operation !== 'Added') draft.before ??= was.values
  }

  /** A secret was written: its values before and after look alike. */
  rewritten(type: MediaType, id: number, field: string): void {
    this.field(type, id, field, { old: SECRET_PLACEHOLDER, new: SECRET_PLACEHOLDER })
  }

  field(type: MediaType, id: number, name: string, change: FieldChange): void {
    const { fields } = this.draft(type.name, id)
    const earlier = fields.get(name)
    fields.set(name, earlier !== undefined && 'old' in earlier ? { ...change, old: earlier.old } : change)
  }

  related(relation: Relation, id: number, kind: 'added' | 'removed', ids: readonly number[]): void {
    if (ids.length === 0) return
    const draft = this.draft(relation.from, id)
    const [into, opposite] = kind === 'added' ? [draft.added, draft.removed] : [draft.removed, draft.added]
    for (const related of ids) {
      if (opposite.get(relation.key)?.ids.delete(related)) continue
      const entry = into.get(relation.key) ?? { mediaType: relation.to, ids: new Set() }
      entry.ids.add(related)
      into.set(relation.key, entry)
    }
  }

  /** Records that are there after the save, by media type: each is to be told of once more by `after`. */
  remaining(): ReadonlyMap<string, readonly number[]> {
    const ids = new Map<string, number[]>()
    for (const { mediaType, id, operation } of this.drafts.values()) {
      if (operation !== 'Removed') ids.set(mediaType, [...(ids.get(mediaType) ?? []), id])
    }
    return ids
  }

  after(type: MediaType, now: Snapshot): void {
    const draft = this.drafts.get(`${type.name} ${now.id}`)
    if (draft === undefined) return
    draft.version = now.version
    draft.after = now.values
  }

  /** The changes in the order in which their records were first touched; those that come to nothing are left out. */
  changes(): readonly Change[] {
    return [...this.drafts.values()].flatMap((draft) => {
      const fields = fieldsOf(draft)
      const [added, removed] = [relations(draft.added), relations(draft.removed)]
      const operation = operationOf(draft, Object.keys(fields).length > 0, added.length > 0, removed.length > 0)
      const { mediaType, id, version } = draft
      return operation === null ? [] : [{ mediaType, id, operation, version, fields, added, removed }]
    })
  }

  private draft(mediaType: string, id: number): Draft {
    const key = `${mediaType} ${id}`
    const known = this.drafts.get(key)
    if (known !== undefined) return known
    const draft: Draft = {
      mediaType,
      id,
      operation: null,
      version: 0,
      before: null,
      after: null,
      fields: new Map(),
      added: new Map(),
      removed: new Map(),
    }
    this.drafts.set(key, draft)
    return draft
  }
}

function fieldsOf({ operation, before, after, fields }: Draft): Record<string, FieldChange> {
  const changes = new Map<string, FieldChange>()
  if (operation === 'Added') {
    for (const [name, value] of Object.entries(after ?? {})) if (value !== null) changes.set(name, { new: value })
    for (const [name, { new: value }] of fields) if (value !== undefined) changes.set(name, { new: value })
  } else if (operation === 'Removed') {
    for (const [name, value] of Object.entries(before ?? {})) if (value !== null) changes.set(name, { old: value })
  } else {
    for (const [name, change] of fields) changes.set(name, change)
    for (const [name, old] of Object.entries(before ?? {})) {
      if (old !== after?.[name]) changes.set(name, { old, new: after?.[name] ?? null })
    }
  }
  return Object.fromEntries([...changes].filter(([, change]) => differs(change)))
}

/** A relation that only came or went names the entry; together, or with a field, it is a change. */
function operationOf(draft: Draft, fields: boolean, added: boolean, removed: boolean): ChangeOperation | null {
  if (draft.operation !== null) return draft.operation
  if (fields || (added && removed)) return 'Changed'
  if (added) return 'AddedRelation'
  return removed ? 'RemovedRelation' : null
}

function relations(drafts: Related): readonly RelationChange[] {
  return [...drafts].flatMap(([relation, { mediaType, ids }]) =>
    ids.size === 0 ? [] : [{ relation, mediaType, ids: [...ids] }],
  )
}

/** Equal placeholders of a secret stand for a change all the same. */
function differs(change: FieldChange): boolean {
  if (!('old' in change && 'new' in change)) return true
  return change.new === SECRET_PLACEHOLDER || JSON.stringify(change.old) !== JSON.stringify(change.new)
}
