import { isDeepStrictEqual } from 'node:util'
import type { FoundLoss } from '../../../catalog/apply-table-changes.ts'
import { isObject } from '../../../catalog/shapes/check-shape.ts'
import { documentMember } from './document-members.ts'
import type { Findings } from './findings.ts'
import type { Plan } from './plan.ts'
import type { RowChange } from './row-changes.ts'
import type { TableName } from './wanted-rows.ts'

/** A plan for people and for programs: the result of `schema diff`. */
export interface ShownPlan {
  readonly different: boolean
  readonly changes: readonly ShownChange[]
  /** What is done to tables, a line each. */
  readonly tables: readonly string[]
  readonly losses: readonly FoundLoss[]
  readonly obstacles: readonly string[]
}

export interface ShownChange {
  readonly group: Group
  readonly action: 'add' | 'change' | 'rename' | 'remove'
  readonly name: string
  readonly from?: string
  readonly members?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
}

export type Group = 'media types' | 'fields' | 'relations' | 'pages' | 'components' | 'dictionary' | 'bundles'

const GROUPS: Readonly<Record<TableName, Group>> = {
  adm_mediatypes: 'media types',
  adm_fields: 'fields',
  adm_relateds: 'relations',
  adm_pages: 'pages',
  adm_page_components: 'components',
  adm_dictionary: 'dictionary',
  adm_remotes: 'bundles',
}

export function shownPlan(plan: Plan, findings: Findings): ShownPlan {
  return {
    different: plan.rows.length > 0,
    changes: withoutShifts(plan.rows).map(shownChange),
    tables: plan.tables.flatMap(({ summary, statements }) => (statements.length === 0 ? [] : [summary])),
    ...findings,
  }
}

/** Fields that only make room for others are not in another order. */
function withoutShifts(rows: readonly RowChange[]): readonly RowChange[] {
  const moved = rows.filter(({ table, columns }) => table === 'adm_fields' && columns.includes('sort_order'))
  const shifted = new Set([...Map.groupBy(moved, ({ after }) => after?.mediatype).values()].filter(isShift).flat())
  return rows.flatMap((row) => {
    if (!shifted.has(row)) return [row]
    const columns = row.columns.filter((column) => column !== 'sort_order')
    return columns.length === 0 ? [] : [{ ...row, columns }]
  })
}

function isShift(rows: readonly RowChange[]): boolean {
  const places = (values: readonly RowChange['after'][]): readonly number[] =>
    values.map((value) => value?.sort_order as number)
  const [before, after] = [places(rows.map((row) => row.before)), places(rows.map((row) => row.after))]
  return before.every((place, index) =>
    after.every((other, at) => place < (before[at] ?? 0) === (after[index] ?? 0) < other),
  )
}

function shownChange({ table, action, title, before, after, columns }: RowChange): ShownChange {
  const common = { group: GROUPS[table], name: title }
  if (action !== 'change' || before === null || after === null) return { ...common, action: action as 'add' | 'remove' }
  const renamed = columns.includes('name') && (table === 'adm_mediatypes' || table === 'adm_fields')
  const members = columns
    .filter((column) => !(renamed && column === 'name'))
    .flatMap((column) => memberChanges(documentMember(table, column), before[column], after[column]))
  return {
    ...common,
    action: renamed ? 'rename' : 'change',
    ...(renamed ? { from: String(before.name) } : {}),
    ...(members.length === 0 ? {} : { members: Object.fromEntries(members) }),
  }
}

type MemberChange = readonly [string, { readonly before: unknown; readonly after: unknown }]

/** Of an object, the members that differ: `configuration.columns`. */
function memberChanges(name: string, before: unknown, after: unknown): readonly MemberChange[] {
  if (!isObject(before) || !isObject(after)) return [[name, { before, after }]]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((member) => !isDeepStrictEqual(before[member], after[member]))
    .map((member) => [`${name}.${member}`, { before: before[member] ?? null, after: after[member] ?? null }])
}
