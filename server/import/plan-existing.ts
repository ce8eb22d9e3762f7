import type { Catalog, Field, MediaType } from '../catalog/catalog.ts'
import type { ColumnFacts } from './column-facts.ts'
import { type ColumnPlan, ID_COLUMNS, type PlanPart } from './import-plan.ts'
import { nameOf } from './names.ts'
import type { Wishes } from './wishes.ts'

/** Members of a record that the API shows beside its fields: a file that was exported may have them. */
const DESCRIPTIVE = new Set(['id', '_id', '_href', '_type', '_etag', '_permissions', '_links', 'version', 'dateins'])

/** Finds a field of the media type for each column. */
export function planExisting(
  columns: readonly ColumnFacts[],
  wishes: Wishes,
  type: MediaType,
  catalog: Catalog,
  faults: string[],
): PlanPart {
  // others have rules that only Marquee's own pages and commands keep
  if (type.system && type.name !== 'sources')
    faults.push(`${type.name} is part of Marquee itself: nothing is imported into it`)
  const plans: ColumnPlan[] = []
  const skipped: string[] = []
  for (const { name } of columns) {
    if (ID_COLUMNS.includes(name) && wishes.key.includes(name)) {
      plans.push({ column: name, field: 'id', type: 'Integer', related: null, many: false })
      continue
    }
    const candidates = fieldsFor(name, wishes, type)
    const field = candidates.find((each) => !plans.some((plan) => plan.field === each.name))
    const [taken] = candidates
    if (field !== undefined) plans.push(columnPlan(name, field, wishes, catalog, faults))
    else if (taken !== undefined) {
      const other = plans.find((plan) => plan.field === taken.name)
      faults.push(`columns ${other?.column} and ${name} both fill the field ${taken.name}`)
    } else if (DESCRIPTIVE.has(name)) skipped.push(name)
    else
      faults.push(
        `column ${JSON.stringify(name)}: ${type.name} has no such field; use --map ${name}=FIELD or --skip ${name}`,
      )
  }
  return { creates: [], columns: plans, skipped, notes: missingNotes(plans, type) }
}

/** The fields a column may be meant for, the likeliest first; those among them that an import itself would have made. */
function fieldsFor(column: string, { map }: Wishes, type: MediaType): readonly Field[] {
  const name = map.get(column) ?? nameOf(column)
  const label = column.trim().toLowerCase()
  const labelled = [...type.fields.values()].filter((field) => field.label.toLowerCase() === label)
  const numbered = [...type.fields.values()].filter((field) => numberedName(name).test(field.name))
  const key = type.relations.get(column)?.field ?? ''
  const exact = map.has(column) ? [] : [type.fields.get(column), type.fields.get(key)]
  const others = map.has(column) ? [] : [...numbered, ...labelled]
  return [...exact, type.fields.get(name), ...others].filter((field) => field !== undefined)
}

/** Names that columns get whose own name is taken. */
function numberedName(name: string): RegExp {
  return new RegExp(`^${name}_\\d+$`)
}

function columnPlan(column: string, field: Field, wishes: Wishes, catalog: Catalog, faults: string[]): ColumnPlan {
  const plan = { column, field: field.name, type: field.type.name, related: null, many: false }
  if (field.readOnly)
    faults.push(`column ${JSON.stringify(column)}: the field ${field.name} is read-only; use --skip ${column}`)
  const type = wishes.types.get(column)
  if (type !== undefined && type.toLowerCase() !== field.type.name.toLowerCase()) {
    faults.push(`--type ${column}=${type}: the field ${field.name} exists already, and is ${field.type.name}`)
  }
  const target = wishes.lists.get(column) ?? wishes.lookups.get(column)
  const { relation } = field
  if (relation === null) {
    if (target !== undefined) faults.push(`column ${JSON.stringify(column)}: the field ${field.name} is no relation`)
    return plan
  }
  if (target?.mediaType && target.mediaType !== relation.to) {
    faults.push(
      `column ${JSON.stringify(column)}: the field ${field.name} leads to ${relation.to}, not to ${target.mediaType}`,
    )
  }
  const related = catalog.mediaTypes.get(relation.to) as MediaType
  // a file that has the ids of its records was exported, and has those of related ones
  const usual = wishes.key.some((key) => ID_COLUMNS.includes(key)) ? null : related.nameField
  const name = target?.field ?? usual ?? 'id'
  const fault = namingFault(related, name)
  if (fault !== null) faults.push(`column ${JSON.stringify(column)}: ${fault}`)
  return { ...plan, related: { mediaType: relation.to, field: name }, many: relation.cardinality === 'many' }
}

/** Why records cannot be named by a field; null where they can. */
export function namingFault(type: MediaType, name: string): string | null {
  if (name === 'id') return null
  const field = type.fields.get(name)
  if (field === undefined) return `${type.name} has no field ${name}`
  const nameable = field.stored && field.relation === null && field.type.name !== 'JSON'
  return nameable ? null : `records of ${type.name} cannot be named by their field ${name}`
}

function missingNotes(plans: readonly ColumnPlan[], type: MediaType): readonly string[] {
  const filled = new Set(plans.map(({ field }) => field))
  return [...type.fields.values()]
    .filter(({ name, required, defaultValue }) => required && defaultValue === null && !filled.has(name))
    .map(({ name }) => `${type.name} requires ${name}, which no column gives: rows that are new will be refused`)
}
