import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { mediaTypes } from './0005-media-types.ts'
import { pages } from './0005-pages.ts'

export const name = '0005-system-media-types'

/** Metadata, users and rights become media types themselves, with pages to edit them by [M1]. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const { name, fields, relateds = [], nameField = null, ...more } of mediaTypes) {
    await db
      .insertInto('adm_mediatypes')
      .values({ ...more, name, name_field: nameField, table_name: name, is_system: true })
      .execute()
    await db
      .insertInto('adm_fields')
      .values(fields.map((field, index) => ({ ...field, mediatype: name, sort_order: index + 1 })))
      .execute()
    for (const related of relateds)
      await db
        .insertInto('adm_relateds')
        .values({ ...related, mediatype: name })
        .execute()
  }
  for (const { list, form, mediaType } of pages) {
    for (const { components, ...page } of [list, form]) {
      await db
        .insertInto('adm_pages')
        .values({ ...page, mediatype: mediaType })
        .execute()
      await db
        .insertInto('adm_page_components')
        .values(components.map((component) => ({ ...component, page_key: page.page_key, sort_order: 1 })))
        .execute()
    }
  }
}
