import type { Catalog } from '../catalog/catalog.ts'
import type { MediaTypeDocument, PageDocument } from '../catalog/document.ts'
import { pagesOf } from '../demo/page-builder.ts'
import { singular } from './names.ts'

const MENU_GROUP = 'Catalogue'
const SHOWN_COLUMNS = 8
const FIELDS_OF_A_TAB = 12
/** Not for a cell of a table. */
const LARGE = new Set(['TextArea', 'HTML', 'JSON'])

/** A list page and a page that edits one record, for each media type that is made; the main one comes first in the menu. */
export function importPages(documents: readonly MediaTypeDocument[], catalog: Catalog): readonly PageDocument[] {
  const taken = new Set(catalog.pages.keys())
  const named = documents.toReversed().map((document) => ({
    document,
    list: free(document.name, taken),
    edit: free(singular(document.name), taken),
  }))
  const editPages = new Map([
    ...existingForms(catalog),
    ...named.map(({ document, edit }) => [document.name, edit] as const),
  ])
  const neighbours = [...catalog.pages.values()].filter(({ menuGroup }) => menuGroup === MENU_GROUP)
  const last = Math.max(0, ...neighbours.map(({ menuOrder }) => menuOrder ?? 0))
  return named.flatMap(({ document, list, edit }, index) => {
    const fields = document.fields.map(({ name }) => name)
    const columns = document.fields.filter(({ type }) => !LARGE.has(type)).map(({ name }) => name)
    return pagesOf({
      mediaType: document.name,
      list: {
        key: list,
        title: document.labelPlural,
        icon: 'list',
        menu: { group: MENU_GROUP, order: last + 10 * (index + 1) },
        columns: columns.slice(0, SHOWN_COLUMNS),
        hidden: fields.filter((name) => !columns.slice(0, SHOWN_COLUMNS).includes(name)),
        defaultSort: document.nameField ?? 'id',
      },
      edit: { key: edit, title: document.label, tabs: tabsOf(fields) },
      links: linksOf(document, editPages),
    })
  })
}

function tabsOf(fields: readonly string[]): readonly { readonly title: string; readonly fields: readonly string[] }[] {
  const count = Math.ceil(fields.length / FIELDS_OF_A_TAB)
  return Array.from({ length: count }, (_, index) => ({
    title: index === 0 ? 'Main' : `More ${index}`,
    fields: fields.slice(index * FIELDS_OF_A_TAB, (index + 1) * FIELDS_OF_A_TAB),
  }))
}

/** Where the values of relations lead. */
function linksOf(
  document: MediaTypeDocument,
  editPages: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const relations = document.relations ?? []
  return Object.fromEntries(
    relations.flatMap(({ field, column, related }) => {
      const page = editPages.get(related)
      return page === undefined ? [] : [[field ?? column ?? '', page]]
    }),
  )
}

function existingForms({ pages }: Catalog): readonly (readonly [string, string])[] {
  return [...pages.values()].flatMap(({ key, mediaType, components }) =>
    mediaType !== null && components.some(({ type }) => type === 'form') ? [[mediaType, key] as const] : [],
  )
}

function free(base: string, taken: Set<string>): string {
  let key = base
  for (let count = 2; taken.has(key); count++) key = `${base}_${count}`
  taken.add(key)
  return key
}
