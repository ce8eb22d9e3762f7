import type { Row } from '../../catalog/build.ts'
import type {
  BundleDocument,
  ComponentDocument,
  FieldDocument,
  ForeignDocument,
  MediaTypeDocument,
  MetadataDocument,
  PageDocument,
  RelationDocument,
} from '../../catalog/document.ts'
import type { AdmRemotes } from '../../db/remote-tables.ts'
import type { AdmFields, AdmMediatypes, AdmPageComponents, AdmPages, AdmRelateds } from '../../db/tables.ts'
import { emptied } from './emptied.ts'
import type { Metadata } from './metadata.ts'
import { relationKey } from './relation-key.ts'

/**
 * The document that stands for metadata: no ids, members that hold their default left out, everything in an order of
 * its own. Equal metadata gives equal documents.
 */
export function documentOf(metadata: Metadata): MetadataDocument {
  return {
    mediaTypes: metadata.mediaTypes.map((row) => mediaTypeOf(row, metadata)).toSorted((a, b) => byText(a.name, b.name)),
    pages: metadata.pages.map((row) => pageOf(row, metadata)).toSorted((a, b) => byText(a.key, b.key)),
    dictionary: dictionaryOf(metadata),
    ...(metadata.remotes.length === 0 ? {} : { bundles: metadata.remotes.map(bundleOf) }),
  }
}

function mediaTypeOf(row: Row<AdmMediatypes>, { fields, relateds }: Metadata): MediaTypeDocument {
  const own = fields.filter(({ mediatype }) => mediatype === row.name)
  const declared = relateds.filter(({ mediatype }) => mediatype === row.name)
  const relations = declared.toSorted((a, b) => byText(relationKey(a), relationKey(b))).map(relationOf)
  return {
    name: row.name,
    label: row.label,
    labelPlural: row.label_plural,
    ...given({
      table: unless(row.table_name, row.name),
      nameField: row.name_field,
      sourceField: row.source_field,
      parentField: row.parent_field,
      isLink: row.is_link || null,
      hasFile: row.has_file || null,
      blockWrite: row.block_write || null,
      blockDelete: row.block_delete || null,
      blockCreate: row.block_create || null,
      foreign: row.is_foreign ? foreignOf(row) : null,
    }),
    fields: own.toSorted((a, b) => a.sort_order - b.sort_order || a.id - b.id).map((field) => fieldOf(field)),
    ...(relations.length === 0 ? {} : { relations }),
  }
}

function foreignOf(row: Row<AdmMediatypes>): ForeignDocument {
  return given({
    key: unless(row.key_column, 'id'),
    version: unless(row.version_source, 'version'),
    inserted: row.inserted_column,
  })
}

function fieldOf(row: Row<AdmFields>): FieldDocument {
  return {
    name: row.name,
    label: row.label,
    type: row.type,
    ...given({
      column: row.column_name === null ? null : unless(row.column_name, row.name),
      columnType: row.column_type,
      required: row.required || null,
      unique: row.is_unique || null,
      readOnly: row.read_only || null,
      indexed: row.indexed || null,
      defaultValue: row.default_value,
      enumValues: emptied(row.enum_values) as FieldDocument['enumValues'] | null,
      props: emptied(row.props) as FieldDocument['props'] | null,
      help: row.help,
    }),
  }
}

function relationOf(row: Row<AdmRelateds>): RelationDocument {
  return {
    kind: row.kind,
    related: row.related_mediatype,
    ...given({
      column: row.column_name,
      field: row.field,
      linkTable: row.link_table,
      linkMediaType: row.link_mediatype,
      linkColumn: row.link_column,
      linkRelatedColumn: row.link_related_column,
      orderColumn: row.order_column,
      onDelete: unless(row.on_delete, 'restrict'),
      childRequired: row.is_child_required || null,
    }),
  }
}

function pageOf(row: Row<AdmPages>, { components }: Metadata): PageDocument {
  const own = components.filter(({ page_key }) => page_key === row.page_key)
  return {
    key: row.page_key,
    title: row.title,
    ...given({
      mediaType: row.mediatype,
      parentKey: row.parent_page_key,
      layout: unless(row.layout as 'stack' | 'tabs', 'stack'),
      menuGroup: row.menu_group,
      menuOrder: row.menu_order,
      icon: row.icon,
    }),
    components: own
      .toSorted((a, b) => a.sort_order - b.sort_order || byText(a.component_key, b.component_key))
      .map(componentOf),
  }
}

function componentOf(row: Row<AdmPageComponents>): ComponentDocument {
  return {
    key: row.component_key,
    type: row.type,
    ...given({ title: row.title }),
    order: row.sort_order,
    ...given({ configuration: emptied(row.configuration) as ComponentDocument['configuration'] | null }),
  }
}

function bundleOf({ name, entry, integrity, is_enabled: inUse }: Row<AdmRemotes>): BundleDocument {
  return { name, entry, ...given({ integrity, enabled: unless(inUse, true) }) }
}

function dictionaryOf({ dictionary }: Metadata): MetadataDocument['dictionary'] {
  const languages = Map.groupBy(dictionary, ({ language }) => language)
  // made of entries, a key like `__proto__` is one like any other
  return Object.fromEntries(
    [...languages]
      .toSorted(([a], [b]) => byText(a, b))
      .map(([language, rows]) => {
        const texts = rows.toSorted((a, b) => byText(a.key, b.key))
        return [language, Object.fromEntries(texts.map(({ key, text }) => [key, text]))]
      }),
  )
}

/** By code unit, so that no locale has a say. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function unless<T>(value: T, usual: T): T | null {
  return value === usual ? null : value
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], null | undefined> }

/** The members that are not null. */
function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Given<T>
}
