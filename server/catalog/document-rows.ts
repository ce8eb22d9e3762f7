import type { BundleDocument, MediaTypeDocument, PageDocument } from './document.ts'

/** Rows of the metadata tables as a document asks for them; lists of values as JSON text. */
export function mediaTypeRow(document: MediaTypeDocument) {
  return {
    name: document.name,
    label: document.label,
    label_plural: document.labelPlural,
    name_field: document.nameField ?? null,
    source_field: document.sourceField ?? null,
    parent_field: document.parentField ?? null,
    table_name: document.table ?? document.name,
    is_link: document.isLink ?? false,
    has_file: document.hasFile ?? false,
    block_write: document.blockWrite ?? false,
    block_delete: document.blockDelete ?? false,
    block_create: document.blockCreate ?? false,
    is_foreign: document.foreign !== undefined,
    key_column: document.foreign?.key ?? 'id',
    version_source: document.foreign?.version ?? 'version',
    inserted_column: document.foreign?.inserted ?? null,
  }
}

export function fieldRows(document: MediaTypeDocument) {
  const toMany = new Set((document.relations ?? []).map((relation) => relation.field))
  return document.fields.map((field, index) => ({
    mediatype: document.name,
    name: field.name,
    label: field.label,
    type: field.type,
    column_name: field.column ?? (toMany.has(field.name) ? null : field.name),
    column_type: field.columnType ?? null,
    required: field.required ?? false,
    is_unique: field.unique ?? false,
    read_only: field.readOnly ?? false,
    indexed: field.indexed ?? false,
    sort_order: index + 1,
    default_value: json(field.defaultValue),
    enum_values: json(field.enumValues),
    props: json(field.props),
    help: field.help ?? null,
  }))
}

export function relatedRows(document: MediaTypeDocument) {
  return (document.relations ?? []).map((relation) => ({
    mediatype: document.name,
    related_mediatype: relation.related,
    kind: relation.kind,
    column_name: relation.column ?? null,
    field: relation.field ?? null,
    link_table: relation.linkTable ?? null,
    link_mediatype: relation.linkMediaType ?? null,
    link_column: relation.linkColumn ?? null,
    link_related_column: relation.linkRelatedColumn ?? null,
    order_column: relation.orderColumn ?? null,
    on_delete: relation.onDelete ?? 'restrict',
    is_child_required: relation.childRequired ?? false,
  }))
}

export function pageRow(page: PageDocument) {
  return {
    page_key: page.key,
    mediatype: page.mediaType ?? null,
    title: page.title,
    parent_page_key: page.parentKey ?? null,
    layout: page.layout ?? 'stack',
    menu_order: page.menuOrder ?? null,
    menu_group: page.menuGroup ?? null,
    icon: page.icon ?? null,
  }
}

export function componentRows(page: PageDocument) {
  return page.components.map((component) => ({
    page_key: page.key,
    component_key: component.key,
    type: component.type,
    title: component.title ?? null,
    sort_order: component.order,
    configuration: JSON.stringify(component.configuration ?? {}),
  }))
}

export function bundleRows(bundles: readonly BundleDocument[]) {
  return bundles.map(({ name, entry, integrity, enabled }, index) => ({
    name,
    entry,
    integrity: integrity ?? null,
    sort_order: index + 1,
    is_enabled: enabled ?? true,
  }))
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
