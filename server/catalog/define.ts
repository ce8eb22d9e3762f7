import type { Database, Transaction } from '../db/database.ts'
import type { Catalog } from './catalog.ts'
import { run, tableStatements } from './ddl.ts'
import type { MediaTypeDocument, PageDocument } from './document.ts'
import { loadCatalog } from './load.ts'

/**
 * Adds media types: their metadata rows and their tables, in the caller's transaction.
 *
 * @returns the catalog as it is inside the transaction.
 */
export async function defineMediaTypes(tx: Transaction, documents: readonly MediaTypeDocument[]): Promise<Catalog> {
  const { kysely } = tx
  await kysely.insertInto('adm_mediatypes').values(documents.map(mediaTypeRow)).execute()
  const fields = documents.flatMap(fieldRows)
  if (fields.length > 0) await kysely.insertInto('adm_fields').values(fields).execute()
  const relateds = documents.flatMap(relatedRows)
  if (relateds.length > 0) await kysely.insertInto('adm_relateds').values(relateds).execute()
  const catalog = await loadCatalog(tx)
  await run(
    kysely,
    tableStatements(
      catalog,
      documents.map((document) => document.name),
    ),
  )
  return catalog
}

/** Adds pages and their components. */
export async function definePages(tx: Transaction, pages: readonly PageDocument[]): Promise<void> {
  const rows = pages.map((page) => ({
    page_key: page.key,
    mediatype: page.mediaType ?? null,
    title: page.title,
    parent_page_key: page.parentKey ?? null,
    layout: page.layout ?? 'stack',
    menu_order: page.menuOrder ?? null,
    menu_group: page.menuGroup ?? null,
    icon: page.icon ?? null,
  }))
  await tx.kysely.insertInto('adm_pages').values(rows).execute()
  const components = pages.flatMap((page) =>
    page.components.map((component) => ({
      page_key: page.key,
      component_key: component.key,
      type: component.type,
      title: component.title ?? null,
      sort_order: component.order,
      configuration: JSON.stringify(component.configuration ?? {}),
    })),
  )
  await tx.kysely.insertInto('adm_page_components').values(components).execute()
}

/** Tells whether a media type exists, so that a seed runs once. */
export async function hasMediaType(database: Database, name: string): Promise<boolean> {
  const row = await database.kysely
    .selectFrom('adm_mediatypes')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

function mediaTypeRow(document: MediaTypeDocument) {
  return {
    name: document.name,
    label: document.label,
    label_plural: document.labelPlural,
    name_field: document.nameField ?? null,
    source_field: document.sourceField ?? null,
    parent_field: document.parentField ?? null,
    table_name: document.name,
    is_link: document.isLink ?? false,
  }
}

function fieldRows(document: MediaTypeDocument) {
  const toMany = new Set((document.relations ?? []).map((relation) => relation.field))
  return document.fields.map((field, index) => ({
    mediatype: document.name,
    name: field.name,
    label: field.label,
    type: field.type,
    column_name: toMany.has(field.name) ? null : field.name,
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

function relatedRows(document: MediaTypeDocument) {
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

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
