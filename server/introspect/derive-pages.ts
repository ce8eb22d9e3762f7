import type { FieldDocument, MediaTypeDocument, PageDocument } from '../catalog/document.ts'
import { Names } from './words.ts'

/** Where pages of tables begin in the menu, behind what is there usually. */
const FIRST_IN_MENU = 1000

/**
 * A list page and an edit page for each media type. Neither names columns: a list shows the first, a form all, so that
 * a column added later is seen.
 */
export function derivePages(
  added: readonly MediaTypeDocument[],
  all: readonly MediaTypeDocument[],
  there: readonly PageDocument[],
): readonly PageDocument[] {
  const keys = new Names(there.map(({ key }) => key))
  const editKeys = new Map(all.flatMap((type) => editPageOf(type, there)))
  const pairs = added.map((type) => {
    const list = keys.take(type.name, `${type.name}_list`)
    const edit = keys.take(`${type.name}_edit`)
    editKeys.set(type.name, edit)
    return { type, list, edit }
  })
  const last = Math.max(0, ...there.map(({ menuOrder = 0 }) => menuOrder))
  const start = Math.max(FIRST_IN_MENU, Math.ceil((last + 1) / 10) * 10)
  return pairs.flatMap(({ type, list, edit }, index) => {
    const links = linksOf(type, editKeys)
    return [
      listPage(type, list, edit, start + index * 10, links),
      {
        key: edit,
        title: type.label,
        mediaType: type.name,
        parentKey: list,
        components: [{ key: 'form', type: 'form', title: type.label, order: 1, configuration: { links } }],
      },
    ]
  })
}

/** The page that edits a record of a media type, of those there are. */
function editPageOf(
  { name }: MediaTypeDocument,
  pages: readonly PageDocument[],
): readonly (readonly [string, string])[] {
  const page = pages.find(
    ({ mediaType, components }) => mediaType === name && components.some(({ type }) => type === 'form'),
  )
  return page === undefined ? [] : [[name, page.key]]
}

function listPage(
  type: MediaTypeDocument,
  key: string,
  editPageKey: string,
  menuOrder: number,
  links: Readonly<Record<string, string>>,
): PageDocument {
  const sorted = type.nameField === undefined ? {} : { defaultSort: type.nameField }
  const configuration = { editPageKey, ...sorted, links }
  const title = type.labelPlural
  return {
    key,
    title,
    mediaType: type.name,
    ...(type.isLink ? {} : { menuGroup: type.blockWrite ? 'Views' : 'Tables', menuOrder }),
    components: [{ key: 'list', type: 'list', title, order: 1, configuration }],
  }
}

/** Relation fields lead to the page of the record they hold. */
function linksOf(type: MediaTypeDocument, editKeys: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const target = (field: FieldDocument): string | undefined =>
    type.relations?.find(
      (relation) => relation.field === field.name || relation.column === (field.column ?? field.name),
    )?.related
  const links = type.fields.flatMap((field) => {
    const page = editKeys.get(target(field) ?? '')
    return page === undefined ? [] : [[field.name, page] as const]
  })
  return Object.fromEntries(links)
}
