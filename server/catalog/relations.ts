import type { AdmFields, AdmRelateds } from '../db/tables.ts'
import type { Row } from './build.ts'
import type { Relation, RelationPath } from './catalog.ts'

/** The two directions of one declared relation; the second is the way back. */
export function directions(row: Row<AdmRelateds>, fields: readonly Row<AdmFields>[]): readonly Relation[] {
  const declared = row.kind === 'one-to-many' ? turned(row) : row
  const there = direction(declared, fields)
  const back = inverse(declared, there)
  return row.kind === 'one-to-many' ? [{ ...back, field: row.field }, there] : [there, back]
}

/** A one-to-many relation is the many-to-one relation of its other side. */
function turned(row: Row<AdmRelateds>): Row<AdmRelateds> {
  return {
    ...row,
    mediatype: row.related_mediatype,
    related_mediatype: row.mediatype,
    kind: 'many-to-one',
    field: null,
  }
}

function direction(row: Row<AdmRelateds>, fields: readonly Row<AdmFields>[]): Relation {
  const common = {
    id: row.id,
    kind: row.kind,
    from: row.mediatype,
    to: row.related_mediatype,
    owned: true,
    childRequired: row.is_child_required,
    onDelete: row.on_delete,
  }
  if (row.kind === 'many-to-one' || row.kind === 'one-to-one') {
    const column = row.column_name as string
    const field = fields.find((candidate) => candidate.mediatype === row.mediatype && columnOf(candidate) === column)
    const name = field?.name ?? column
    return { ...common, key: name, cardinality: 'one', field: name, via: { kind: 'column', column } }
  }
  const via = linkPath(row)
  return { ...common, key: `${row.related_mediatype}[${row.link_column}]`, cardinality: 'many', field: row.field, via }
}

function linkPath(row: Row<AdmRelateds>): RelationPath {
  return {
    kind: 'link',
    table: row.link_table ?? (row.link_mediatype as string),
    fromColumn: row.link_column as string,
    toColumn: row.link_related_column as string,
    orderColumn: row.order_column,
    linkType: row.link_mediatype,
  }
}

function inverse(row: Row<AdmRelateds>, there: Relation): Relation {
  const { via } = there
  const common = { ...there, from: there.to, to: there.from, field: null, owned: false, childRequired: false }
  if (via.kind === 'link') {
    const back = { ...via, fromColumn: via.toColumn, toColumn: via.fromColumn, orderColumn: null }
    return { ...common, key: `${there.from}[${row.link_related_column}]`, via: back }
  }
  const cardinality = row.kind === 'one-to-one' ? 'one' : 'many'
  const kind = row.kind === 'one-to-one' ? 'one-to-one' : 'one-to-many'
  const column = (via as { readonly column: string }).column
  return {
    ...common,
    kind,
    key: `${there.from}[${there.field}]`,
    cardinality,
    via: { kind: 'reverse', column },
    childRequired: row.is_child_required,
  }
}

function columnOf(field: Row<AdmFields>): string {
  return field.column_name ?? field.name
}
