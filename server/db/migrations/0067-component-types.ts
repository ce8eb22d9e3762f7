import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0067-component-types'

const OLD_HELP = 'list, form, or that of a bundle of your own.'
const HELP =
  'list, form, relatedList, orderedRelatedList, asyncRelatedList, relatedForm, relatedAutoComplete, message, iframe, or that of a bundle of your own.'

/** The types that there are stand to choose from in the form of page components; a help given by hand is left. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`update adm_fields
    set props = coalesce(props, '{}'::jsonb) || '{"choicesFrom": "componentTypes"}'::jsonb,
      help = case when help = ${OLD_HELP} then ${HELP} else help end,
      version = version + 1
    where mediatype = 'adm_page_components' and name = 'type'`.execute(db)
}
