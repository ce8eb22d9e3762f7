import type { PermissionCategoryKey, PermissionRow } from '../../../../shared/permission-list.ts'

/** One line of the matrix. */
export type Line =
  | {
      readonly kind: 'heading'
      readonly key: string
      readonly label: string
      readonly count: number
      /** Rows beneath it on which somebody has an item. */
      readonly held: number
      readonly open: boolean
    }
  | {
      readonly kind: 'row'
      readonly key: string
      readonly row: PermissionRow
      readonly depth: number
      /** Has rows beneath it. */
      readonly branches: boolean
      readonly open: boolean
      /** Not found itself: shown for what is found beneath it. */
      readonly context?: true
    }

/** The rows that are there for themselves. */
export const foundRows = (lines: readonly Line[]): readonly PermissionRow[] =>
  lines.flatMap((line) => (line.kind === 'row' && !line.context ? [line.row] : []))

/** What the user opened or closed, by key; others are as `isOpenAtFirst` says. */
export type Opened = ReadonlyMap<string, boolean>

export interface LinesOf {
  readonly rows: readonly PermissionRow[]
  readonly category: PermissionCategoryKey
  readonly opened: Opened
  readonly filter: string
  /** Only rows on which somebody has an item. */
  readonly heldOnly: boolean
}

export const SYSTEM = 'system'
/** Trees that are short are shown whole. */
const SHORT = 60

/** The lines to be shown, in order: those of one category that the filter leaves, with what they stand under. */
export function linesOf({ rows, category, opened, filter, heldOnly }: LinesOf): readonly Line[] {
  const text = filter.trim().toLowerCase()
  const own = rows.filter((row) => row.category === category)
  const narrowed = text !== '' || heldOnly
  const found = own.filter((row) => (!heldOnly || isHeld(row)) && matches(row, text, rows))
  if (category === 'sources') return treeLines(own, found, narrowed, opened)
  if (category === 'fields') return fieldLines(rows, found, narrowed, opened)
  const system = found.filter((row) => row.system)
  const plain = found.filter((row) => !row.system).map((row) => rowLine(row))
  return system.length === 0 ? plain : [...plain, ...under(SYSTEM, 'Part of the system', system, narrowed, opened)]
}

export const isHeld = ({ own, inherited }: PermissionRow): boolean => own !== null || inherited.length > 0

function matches({ label, name, parent, category }: PermissionRow, text: string, rows: readonly PermissionRow[]) {
  if (text === '') return true
  const type = category === 'fields' ? rows.find(({ key }) => key === parent)?.label : undefined
  return [label, name, type].some((each) => each?.toLowerCase().includes(text) === true)
}

function rowLine(row: PermissionRow, depth = 0, branches = false, open = false): Line {
  return { kind: 'row', key: row.key, row, depth, branches, open }
}

function under(
  key: string,
  label: string,
  rows: readonly PermissionRow[],
  narrowed: boolean,
  opened: Opened,
): readonly Line[] {
  const held = rows.filter(isHeld).length
  const open = narrowed || (opened.get(key) ?? false)
  const heading: Line = { kind: 'heading', key, label, count: rows.length, held, open }
  return open ? [heading, ...rows.map((row) => rowLine(row, 1))] : [heading]
}

function fieldLines(
  rows: readonly PermissionRow[],
  found: readonly PermissionRow[],
  narrowed: boolean,
  opened: Opened,
): readonly Line[] {
  const types = new Map(
    rows.filter(({ category }) => category === 'mediaTypes').map((row, at) => [row.key, { row, at }]),
  )
  const byType = [...Map.groupBy(found, ({ parent = '' }) => parent)]
  const place = (key: string): number => types.get(key)?.at ?? types.size
  return byType
    .toSorted(([a], [b]) => place(a) - place(b))
    .flatMap(([key, fields]) => under(`fields:${key}`, types.get(key)?.row.label ?? 'Gone', fields, narrowed, opened))
}

function treeLines(
  all: readonly PermissionRow[],
  found: readonly PermissionRow[],
  narrowed: boolean,
  opened: Opened,
): readonly Line[] {
  const byKey = new Map(all.map((row) => [row.key, row]))
  const branches = new Set(all.flatMap(({ parent }) => (parent === undefined ? [] : [parent])))
  const isFound = new Set(found.map(({ key }) => key))
  const shown = new Set(isFound)
  const withOwn = new Set<string>()
  for (const row of all) if (row.own !== null) addAbove(row, byKey, withOwn)
  for (const row of found) addAbove(row, byKey, shown)
  const depths = new Map<string, number>()
  const openOf = (key: string): boolean => narrowed || (opened.get(key) ?? (all.length <= SHORT || withOwn.has(key)))
  const visible = new Set<string>()
  return all.flatMap((row) => {
    const { parent } = row
    depths.set(row.key, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1)
    const isVisible = parent === undefined || (visible.has(parent) && openOf(parent))
    if (!isVisible) return []
    visible.add(row.key)
    if (narrowed && !shown.has(row.key)) return []
    const open = branches.has(row.key) && openOf(row.key)
    const line = rowLine(row, depths.get(row.key), branches.has(row.key), open)
    return [isFound.has(row.key) ? line : { ...line, context: true as const }]
  })
}

/** Adds all that a row stands under. */
function addAbove(row: PermissionRow, byKey: ReadonlyMap<string, PermissionRow>, keys: Set<string>): void {
  for (let up = byKey.get(row.parent ?? ''); up !== undefined; up = byKey.get(up.parent ?? '')) {
    if (keys.has(up.key)) break
    keys.add(up.key)
  }
}
