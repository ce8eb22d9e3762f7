import { isDeepStrictEqual } from 'node:util'
import type { FoundLoss } from '../../../catalog/apply-table-changes.ts'
import { isObject } from '../check-shape.ts'
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

export type Group = 'media types' | 'fields' | 'relations' | 'pages' | 'components' | 'dictionary'

const GROUPS: Readonly<Record<TableName, Group>> = {
  adm_mediatypes: 'media types',
  adm_fields: 'fields',
  adm_relateds: 'relations',
  adm_pages: 'pages',
  adm_page_components: 'components',
  adm_dictionary: 'dictionary',
}

export function shownPlan(plan: Plan, findings: Findings): ShownPlan {
  return {
    different: plan.rows.length > 0,
    changes: plan.rows.map(shownChange),
    tables: plan.tables.flatMap(({ summary, statements }) => (statements.length === 0 ? [] : [summary])),
    ...findings,
  }
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
