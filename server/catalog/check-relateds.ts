import { fieldTypes } from '../field-types/index.ts'
import type { MetadataRows } from './build.ts'
import { columnNameFault, joiningTableFault, typeNameFault } from './check-names.ts'
import { type Checked, checkedRow, type MetadataProblem } from './metadata-problem.ts'
import { directions } from './relations.ts'

type RelatedRow = MetadataRows['relateds'][number]
type FieldRow = MetadataRows['fields'][number]

const KINDS = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'link-object']
const DELETES = ['restrict', 'set-null', 'cascade']

/** What is wrong with the rows of `adm_relateds`, each by itself. */
export function relatedProblems(rows: MetadataRows): readonly MetadataProblem[] {
  return rows.relateds.flatMap((row) => {
    const checked = checkedRow('adm_relateds', row.id, `${row.mediatype} to ${row.related_mediatype}`)
    checkRelated(row, rows, checked)
    return checked.found
  })
}

function checkRelated(row: RelatedRow, rows: MetadataRows, { wrong }: Checked): void {
  const typeOf = (name: string | null) => rows.mediaTypes.find((type) => type.name === name)
  for (const member of ['mediatype', 'related_mediatype'] as const) {
    if (typeOf(row[member]) === undefined) wrong(member, `there is no media type ${row[member]}`)
  }
  if (!KINDS.includes(row.kind)) wrong('kind', `expected one of ${KINDS.join(', ')}`)
  if (!DELETES.includes(row.on_delete)) wrong('on_delete', `expected one of ${DELETES.join(', ')}`)
  const fieldsOf = (type: string) => rows.fields.filter((field) => field.mediatype === type)
  if (row.field !== null) wrong('field', listFault(row.field, row.mediatype, fieldsOf(row.mediatype)))
  if (row.kind === 'many-to-many' || row.kind === 'link-object') {
    checkEnds(row, isForeign(row, rows), wrong)
    if (row.kind === 'link-object') checkLinkType(row, rows, wrong)
    else checkLinkTable(row, rows, wrong)
    return
  }
  const holder = row.kind === 'one-to-many' ? row.related_mediatype : row.mediatype
  wrong('column_name', keyFault(row.column_name, holder, fieldsOf(holder)))
  const field = fieldsOf(holder).find((candidate) => columnOf(candidate) === row.column_name)
  if (row.on_delete === 'set-null' && field?.required)
    wrong('on_delete', `expected restrict or cascade: ${holder}.${field.name} is required and cannot be emptied`)
}

type Wrong = Checked['wrong']

function checkEnds(row: RelatedRow, foreign: boolean, wrong: Wrong): void {
  for (const member of ['link_column', 'link_related_column'] as const) {
    wrong(
      member,
      row[member] === null
        ? `expected the column that refers to ${end(row, member)}`
        : columnNameFault(row[member], foreign),
    )
  }
  const names = [row.link_column, row.link_related_column, row.order_column].filter((name) => name !== null)
  if (new Set(names).size < names.length) wrong('link_related_column', 'expected columns of different names')
}

const end = (row: RelatedRow, member: 'link_column' | 'link_related_column'): string =>
  member === 'link_column' ? row.mediatype : row.related_mediatype

function checkLinkTable(row: RelatedRow, rows: MetadataRows, wrong: Wrong): void {
  const { link_table: table } = row
  const owner = rows.mediaTypes.find((type) => type.name === row.mediatype)
  if (row.link_mediatype !== null) wrong('link_mediatype', 'expected none: a link object has one')
  if (row.order_column !== null) wrong('order_column', columnNameFault(row.order_column, isForeign(row, rows)))
  if (table === null) wrong('link_table', 'expected the name of the joining table')
  else if (owner?.is_system !== true && isForeign(row, rows)) wrong('link_table', joiningTableFault(table))
  else if (!isForeign(row, rows)) {
    wrong('link_table', typeNameFault(table))
    const taken =
      rows.mediaTypes.some((type) => type.table_name === table) ||
      rows.relateds.some((other) => other !== row && other.link_table === table)
    if (taken) wrong('link_table', `${table} is another media type’s or relation’s table`)
  }
}

function isForeign(row: RelatedRow, rows: MetadataRows): boolean {
  const owner = rows.mediaTypes.find((type) => type.name === row.mediatype)
  return owner === undefined || owner.is_foreign || owner.is_system
}

function checkLinkType(row: RelatedRow, rows: MetadataRows, wrong: Wrong): void {
  const { link_mediatype: name } = row
  const type = rows.mediaTypes.find((candidate) => candidate.name === name)
  if (type === undefined) {
    wrong(
      'link_mediatype',
      name === null ? 'expected the media type that links the two' : `there is no media type ${name}`,
    )
    return
  }
  if (row.link_table !== null && row.link_table !== type.table_name)
    wrong('link_table', `expected none, or ${type.table_name}, the table of ${type.name}`)
  const fields = rows.fields.filter((field) => field.mediatype === type.name)
  for (const member of ['link_column', 'link_related_column'] as const) {
    if (row[member] === null) continue
    wrong(member, keyFault(row[member], type.name, fields))
    const led = rows.relateds.filter(({ mediatype, column_name }) => mediatype === name && column_name === row[member])
    if (led.some(({ related_mediatype }) => related_mediatype !== end(row, member)))
      wrong(member, `expected a field that refers to ${end(row, member)}`)
  }
  if (
    row.order_column !== null &&
    !fields.some((field) => columnOf(field) === row.order_column && field.type === 'Integer')
  )
    wrong('order_column', `expected an Integer field of ${type.name}`)
}

/** The field by which a list of records is edited. */
function listFault(name: string, owner: string, fields: readonly FieldRow[]): string | null {
  const field = fields.find((candidate) => candidate.name === name)
  if (field === undefined) return `${owner} has no field ${name}: add the field first, or in the same request`
  return typeFault(field)
}

/** Ids of records are held by fields whose type can. */
function typeFault({ type: name }: FieldRow): string | null {
  const type = fieldTypes.get(name)
  const holds = type === undefined || type.parameterType === 'bigint'
  return holds ? null : `expected a field of type Related, not ${name}`
}

/** A column that holds ids of records must be a field whose type can. */
function keyFault(column: string | null, holder: string, fields: readonly FieldRow[]): string | null {
  const name = column ?? ''
  if (column === null) return `expected the field of ${holder} that holds the related record`
  const field = fields.find((candidate) => columnOf(candidate) === column)
  if (field === undefined) return `${holder} has no field ${name}: add the field first, or in the same request`
  // a column that was there before may be of any kind
  return field.column_type === null ? typeFault(field) : null
}

function columnOf(field: FieldRow): string {
  return field.column_name ?? field.name
}

/** Relations that stand in each other's way; asked once each is known to be sound. */
export function clashingRelations(rows: MetadataRows): readonly MetadataProblem[] {
  const keys = new Map<string, string>()
  const fields = new Set<string>()
  return rows.relateds.flatMap((row) => {
    const { found, wrong } = checkedRow('adm_relateds', row.id, `${row.mediatype} to ${row.related_mediatype}`)
    for (const direction of directions(row, rows.fields)) {
      const key = `${direction.from} ${direction.key}`
      if (keys.has(key)) wrong(memberOf(row), `${direction.from} has a relation ${direction.key} already`)
      keys.set(key, row.mediatype)
      if (direction.field === null) continue
      const field = `${direction.from}.${direction.field}`
      if (fields.has(field)) wrong(row.field === null ? memberOf(row) : 'field', `${field} has a relation already`)
      fields.add(field)
    }
    return found
  })
}

function memberOf({ kind }: RelatedRow): string {
  return kind === 'many-to-many' || kind === 'link-object' ? 'link_related_column' : 'column_name'
}
