import {
  hasMarks,
  MARKS,
  type Mark,
  type Marks,
  NO_MARKS,
  type PermissionRow,
  union,
} from '../../../../shared/permission-list.ts'
import type { PermissionItem } from '../../api/permissions.ts'

/** What was changed of the owner's own items, by row; null: the item is taken away. */
export type Edits = ReadonlyMap<string, Marks | null>

export const NO_EDITS: Edits = new Map()

/** The item that a row has once the edit is made; an edit back to what is saved is none. */
export function edited(edits: Edits, saved: ReadonlyMap<string, Marks | null>, key: string, own: Marks | null): Edits {
  const next = new Map(edits)
  if (sameMarks(saved.get(key) ?? null, own)) next.delete(key)
  else next.set(key, own)
  return next
}

export function sameMarks(one: Marks | null, other: Marks | null): boolean {
  if (one === null || other === null) return one === other
  return MARKS.every((mark) => one[mark] === other[mark])
}

/** What the row has from elsewhere. */
export const inheritedMarks = ({ inherited }: PermissionRow): Marks => union(inherited.map(({ marks }) => marks))

/**
 * The own item with a mark given or taken. Who may write or delete reads too; without reading nothing else is left,
 * unless it is read by what comes from elsewhere. An item without any mark is none.
 */
export function withMark(row: PermissionRow, mark: Mark, given: boolean): Marks | null {
  const reads = row.givable.includes('canRead') && !inheritedMarks(row).canRead
  const own = { ...(row.own ?? NO_MARKS), [mark]: given }
  if (!reads) return hasMarks(own) ? own : null
  if (given && mark !== 'canRead') return { ...own, canRead: true }
  if (!given && mark === 'canRead') return null
  return hasMarks(own) ? own : null
}

/** What a field's item says: nothing, that it is open, to be read only, or hidden. */
export type FieldChoice = 'none' | 'open' | 'readOnly' | 'hidden'
export const FIELD_CHOICES: readonly FieldChoice[] = ['none', 'open', 'readOnly', 'hidden']

const CHOSEN: Readonly<Record<FieldChoice, Marks | null>> = {
  none: null,
  open: { canRead: true, canWrite: true, canDelete: false },
  readOnly: { canRead: true, canWrite: false, canDelete: false },
  hidden: NO_MARKS,
}

export const fieldMarks = (choice: FieldChoice): Marks | null => CHOSEN[choice]

export function fieldChoice(own: Marks | null): FieldChoice {
  if (own === null) return 'none'
  if (!own.canRead) return 'hidden'
  return own.canWrite ? 'open' : 'readOnly'
}

/** The items that are saved: every row with one of the owner's own. */
export function itemsOf(rows: readonly PermissionRow[]): readonly PermissionItem[] {
  return rows.flatMap(({ own, objectType, objectId, name }) =>
    own === null ? [] : [{ objectType, objectId, key: name, ...own }],
  )
}

/** A row for a switch that nobody has yet. */
export function switchRow(name: string): PermissionRow {
  return {
    key: `boolean:${name}`,
    category: 'booleans',
    objectType: 3,
    objectId: null,
    name,
    label: name,
    givable: MARKS,
    own: null,
    inherited: [],
    effective: NO_MARKS,
  }
}
