import type { EnumValue } from '../../shared/page.ts'
import type { AdmFields, AdmMediatypes, AdmPageComponents, AdmPages, AdmRelateds } from '../db/tables.ts'
import type { FieldType } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/index.ts'
import type { Catalog, Field, MediaType, Page, Relation } from './catalog.ts'
import { OPTION_NAMES } from './option-names.ts'
import { directions } from './relations.ts'
import { rowRuleOf } from './row-rules.ts'

/** Metadata rows as they come out of the database; identities and defaults are irrelevant here. */
export interface MetadataRows {
  readonly revision: number
  readonly mediaTypes: readonly Row<AdmMediatypes>[]
  readonly fields: readonly Row<AdmFields>[]
  readonly relateds: readonly Row<AdmRelateds>[]
  readonly pages: readonly Row<AdmPages>[]
  readonly components: readonly Row<AdmPageComponents>[]
}

export type Row<T> = { readonly [K in keyof T]: Selected<T[K]> }
type Selected<V> = V extends { readonly __select__: infer S } ? S : V

/** Builds the immutable catalog; a field whose type nobody registers reads as Text, so that its data stays reachable. */
export function buildCatalog(rows: MetadataRows): Catalog {
  const relations = rows.relateds.flatMap((row) => directions(row, rows.fields))
  const mediaTypes = rows.mediaTypes.map((row) => {
    const own = relations.filter((relation) => relation.from === row.name)
    const fields = rows.fields
      .filter((field) => field.mediatype === row.name)
      .sort((a, b) => a.sort_order - b.sort_order || a.id - b.id)
      .map((field) => buildField(field, own))
    return buildMediaType(row, fields, own)
  })
  return {
    revision: rows.revision,
    mediaTypes: new Map(mediaTypes.map((mediaType) => [mediaType.name, mediaType])),
    pages: new Map(rows.pages.map((page) => [page.page_key, buildPage(page, rows.components)])),
  }
}

function buildMediaType(row: Row<AdmMediatypes>, fields: readonly Field[], relations: readonly Relation[]): MediaType {
  const rowRule = rowRuleOf(row)
  return {
    ...identity(row),
    ...(rowRule === null ? {} : { rowRule }),
    name: row.name,
    label: row.label,
    labelPlural: row.label_plural,
    table: row.table_name,
    foreign: row.is_foreign,
    system: row.is_system,
    keyColumn: row.key_column,
    versionSource: row.version_source,
    insertedColumn: row.inserted_column,
    nameField: row.name_field,
    sourceField: row.source_field,
    parentField: row.parent_field,
    isLink: row.is_link,
    hasFile: row.has_file,
    blockWrite: row.block_write,
    blockDelete: row.block_delete,
    blockCreate: row.block_create,
    fields: new Map(fields.map((field) => [field.name, field])),
    relations: new Map(relations.map((relation) => [relation.key, relation])),
  }
}

function buildField(row: Row<AdmFields>, relations: readonly Relation[]): Field {
  const relation = relations.find((candidate) => candidate.field === row.name) ?? null
  return {
    ...identity(row),
    name: row.name,
    label: row.label,
    type: (fieldTypes.get(row.type) ?? fieldTypes.get('Text')) as FieldType,
    column: row.column_name ?? row.name,
    stored: relation === null || relation.via.kind === 'column',
    required: row.required,
    unique: row.is_unique,
    readOnly: row.read_only,
    indexed: row.indexed,
    columnType: row.column_type,
    defaultValue: row.default_value ?? null,
    enumValues: enumValuesOf(row),
    props: (row.props as Readonly<Record<string, unknown>> | null) ?? {},
    help: row.help,
    relation,
  }
}

/** The type of a field is chosen from those there are; of a page's component they are offered besides those of bundles. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  fieldTypes: fieldTypes.names,
  componentTypes: Object.keys(OPTION_NAMES),
}

function enumValuesOf({ enum_values: given, props }: Row<AdmFields>): readonly EnumValue[] {
  const from = (props as { readonly choicesFrom?: unknown } | null)?.choicesFrom
  const names = typeof from === 'string' && Object.hasOwn(CHOICES, from) ? CHOICES[from] : undefined
  return names?.map((name) => ({ value: name, label: name })) ?? (given as readonly EnumValue[] | null) ?? []
}

/** Rows that stand for a document have the id 0. */
function identity({ id }: { readonly id: number }): { readonly id?: number } {
  return id > 0 ? { id } : {}
}

function buildPage(row: Row<AdmPages>, components: readonly Row<AdmPageComponents>[]): Page {
  return {
    key: row.page_key,
    mediaType: row.mediatype,
    title: row.title,
    parentKey: row.parent_page_key,
    layout: row.layout,
    menuOrder: row.menu_order,
    menuGroup: row.menu_group,
    icon: row.icon,
    components: components
      .filter((component) => component.page_key === row.page_key)
      .map((component) => ({
        key: component.component_key,
        type: component.type,
        title: component.title,
        order: component.sort_order,
        configuration: (component.configuration as Readonly<Record<string, unknown>> | null) ?? {},
      })),
  }
}
