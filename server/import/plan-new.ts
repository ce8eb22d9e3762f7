import type { Catalog } from '../catalog/catalog.ts'
import { typeNameFault } from '../catalog/check-names.ts'
import type { FieldDocument, MediaTypeDocument, RelationDocument } from '../catalog/document.ts'
import type { FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import { type ColumnFacts, LONGEST_NAME, NAMES } from './column-facts.ts'
import type { ColumnPlan, PlanPart } from './import-plan.ts'
import { areCapitals, labelOf, nameOf, singular } from './names.ts'
import { namingFault } from './plan-existing.ts'
import type { Target, Wishes } from './wishes.ts'

/** Designs a media type after the columns, and those that its lists and lookups name. */
export function planNew(columns: readonly ColumnFacts[], wishes: Wishes, catalog: Catalog, faults: string[]): PlanPart {
  checkName(wishes.into, faults)
  const names = fieldNames(columns, wishes, faults)
  const plans = columns.map((facts, index) => columnPlan(facts, names[index] as string, wishes, faults))
  const related = relatedTypes(plans, wishes, catalog, faults)
  const nameField = nameFieldOf(plans, wishes, faults)
  const label = wishes.label ?? labelOf(singular(wishes.into))
  const document: MediaTypeDocument = {
    name: wishes.into,
    label,
    labelPlural: wishes.labelPlural ?? labelOf(wishes.into),
    ...(nameField === null ? {} : { nameField }),
    fields: plans.map((plan, index) => fieldDocument(plan, columns[index] as ColumnFacts, plans, wishes, faults)),
    relations: plans.flatMap((plan) => relationDocument(plan, plans, wishes.into)),
  }
  return { creates: [...related, document], columns: plans, skipped: [], notes: nearNotes(columns, plans, wishes) }
}

/** A few typing errors make a text of a column of dates: better known before the import than after. */
function nearNotes(
  columns: readonly ColumnFacts[],
  plans: readonly ColumnPlan[],
  { types }: Wishes,
): readonly string[] {
  return columns.flatMap(({ name, nearly, styled }, index) => {
    if (nearly === null || styled !== null || types.has(name) || plans[index]?.related !== null) return []
    const { type, misfits, sample } = nearly
    const why = misfits === 1 ? `${sample} is no ${type}` : `${misfits} values are no ${type}, such as ${sample}`
    const option = `--type ${JSON.stringify(`${name}=${type}`)}`
    return `${name} becomes Text since ${why}; ${option} leaves such rows out`
  })
}

/** Numbers and dates are filtered and sorted by; but each index costs every write. */
const SORTED_TYPES = new Set(['Integer', 'Decimal', 'Money', 'Date', 'DateTime', 'Enum'])
const MOST_INDEXED = 8

function checkName(name: string, faults: string[]): void {
  const fault = typeNameFault(name)
  if (fault !== null) faults.push(`${JSON.stringify(name)} cannot name a media type: ${fault}`)
}

function fieldNames(columns: readonly ColumnFacts[], { map }: Wishes, faults: string[]): readonly string[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const wished = map.get(column.name)
    if (wished !== undefined && (nameOf(wished) !== wished || taken.has(wished))) {
      faults.push(`--map ${column.name}=${wished}: not a name for a field, or taken`)
    }
    const base = wished ?? nameOf(column.name)
    let name = base
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
    taken.add(name)
    return name
  })
}

function columnPlan(facts: ColumnFacts, field: string, wishes: Wishes, faults: string[]): ColumnPlan {
  const column = facts.name
  const type = typeFor(facts, wishes, faults)
  const list = wishes.lists.get(column) ?? (type === NAMES ? NO_TARGET : undefined)
  const target = list ?? wishes.lookups.get(column)
  if (target === undefined) return { column, field, type, related: null, many: false }
  const related = { mediaType: target.mediaType ?? field, field: target.field ?? 'name' }
  return { column, field, type: 'Related', related, many: list !== undefined }
}

const NO_TARGET: Target = { mediaType: null, field: null }

/** The type asked for, or the one the values look like. */
function typeFor({ name, type }: ColumnFacts, { types, lists, lookups }: Wishes, faults: string[]): string {
  const wished = types.get(name)
  if (lists.has(name) && lookups.has(name)) faults.push(`column ${JSON.stringify(name)}: --list or --lookup, not both`)
  if (wished === undefined) return type
  if (lists.has(name) || lookups.has(name)) faults.push(`--type ${name}: its values name related records`)
  const known = fieldTypes.all.find((each) => each.name.toLowerCase() === wished.toLowerCase())
  if (known === undefined || isRelation(known)) {
    const usual = fieldTypes.all.filter((each) => !isRelation(each)).map((each) => each.name)
    faults.push(`--type ${name}=${wished}: expected ${usual.join(', ')}`)
  }
  return known?.name ?? type
}

function isRelation({ name }: FieldType): boolean {
  return name === 'Related' || name === 'DropRelated' || name === 'Source'
}

/** Media types that are named and do not exist yet. */
function relatedTypes(
  plans: readonly ColumnPlan[],
  { into, key }: Wishes,
  catalog: Catalog,
  faults: string[],
): readonly MediaTypeDocument[] {
  const made = new Map<string, MediaTypeDocument>()
  for (const { column, related } of plans) {
    if (related === null) continue
    const { mediaType, field } = related
    const existing = catalog.mediaTypes.get(mediaType)
    const fault = existing ? namingFault(existing, field) : mediaType === into ? selfFault(field, plans, key) : null
    if (fault !== null) faults.push(`column ${JSON.stringify(column)}: ${fault}`)
    if (existing || mediaType === into) continue
    checkName(mediaType, faults)
    if (nameOf(field) !== field) faults.push(`${JSON.stringify(field)} cannot name a field`)
    const other = made.get(mediaType)?.nameField
    if (other !== undefined && other !== field) faults.push(`${mediaType} is named by ${other} and by ${field}`)
    made.set(mediaType, namedType(mediaType, field))
  }
  return [...made.values()]
}

/** A record that is named before its own row comes must be the one that the row then fills. */
function selfFault(field: string, plans: readonly ColumnPlan[], key: readonly string[]): string | null {
  const named = plans.find((plan) => plan.field === field)
  const isKey = key.length === 1 && (key[0] === field || key[0] === named?.column)
  return isKey ? null : `names records of the same media type: that needs --key ${field}`
}

function namedType(name: string, field: string): MediaTypeDocument {
  return {
    name,
    label: labelOf(singular(name)),
    labelPlural: labelOf(name),
    nameField: field,
    fields: [
      {
        name: field,
        label: labelOf(field),
        type: 'Text',
        required: true,
        unique: true,
        indexed: true,
        props: { maxLength: LONGEST_NAME },
      },
    ],
  }
}

function nameFieldOf(plans: readonly ColumnPlan[], { nameField, key }: Wishes, faults: string[]): string | null {
  const texts = plans.filter(({ type }) => type === 'Text')
  if (nameField !== null) {
    const found = plans.find(({ column, field }) => column === nameField || field === nameField)
    if (found === undefined || found.related !== null)
      faults.push(`--name ${nameField}: no column with values has this name`)
    return found?.field ?? null
  }
  const usual = ['name', 'title', 'label'].flatMap((name) => texts.filter(({ field }) => field === name))
  const inKey = texts.filter(({ column, field }) => key.includes(column) || key.includes(field))
  return (usual[0] ?? inKey[0] ?? texts[0])?.field ?? null
}

function fieldDocument(
  plan: ColumnPlan,
  facts: ColumnFacts,
  plans: readonly ColumnPlan[],
  { key }: Wishes,
  faults: string[],
): FieldDocument {
  const { column, field, type } = plan
  const sorted = plans.filter((each) => SORTED_TYPES.has(each.type)).slice(0, MOST_INDEXED)
  const choices = type === 'Enum' || type === 'MultiEnum'
  if (choices && facts.distinct === null) faults.push(`--type ${column}=${type}: too many different values`)
  const label = labelOf(column, areCapitals(plans.map((each) => each.column)))
  // what the label says already need not be said below the field
  const said = field === column || (field === nameOf(column) && label.toLowerCase() === column.toLowerCase())
  return {
    name: field,
    label,
    type,
    ...(sorted.includes(plan) || key.includes(column) || key.includes(field) ? { indexed: true } : {}),
    ...(choices ? { enumValues: (facts.distinct ?? []).map((value) => ({ value, label: value })) } : {}),
    ...(said ? {} : { help: `Column ${column} of the imported file.` }),
  }
}

function relationDocument(plan: ColumnPlan, plans: readonly ColumnPlan[], into: string): readonly RelationDocument[] {
  const { field, related, many } = plan
  if (related === null) return []
  if (!many) return [{ kind: 'many-to-one', related: related.mediaType, column: field, onDelete: 'set-null' }]
  const alone = plans.filter((each) => each.related?.mediaType === related.mediaType).length === 1
  const prefix = alone && related.mediaType !== into ? '' : `${field}_`
  return [
    {
      kind: 'many-to-many',
      related: related.mediaType,
      field,
      linkTable: `${into}_${field}`.slice(0, 63),
      linkColumn: `${prefix}${singular(into)}`.slice(0, 63),
      linkRelatedColumn: `${prefix}${related.mediaType === into ? 'other' : singular(related.mediaType)}`.slice(0, 63),
      orderColumn: 'position',
    },
  ]
}
