import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const name = '0040-administration-forms'

/** What a form offers for a field; see `FieldChoices` in shared/page.ts. */
interface Choices {
  readonly mediaType: string
  readonly value: string
  readonly label?: string
  readonly by?: Readonly<Record<string, string>>
  readonly when?: Readonly<Record<string, string>>
}

const mediaTypes: Choices = { mediaType: 'adm_mediatypes', value: 'name', label: 'label_plural' }
const pages: Choices = { mediaType: 'adm_pages', value: 'page_key', label: 'title' }
/** Fields of the media type that a field of the form names. */
const fieldsOf = (mediaType: string, when?: Choices['when']): Choices => ({
  mediaType: 'adm_fields',
  value: 'name',
  label: 'label',
  by: { mediatype: mediaType },
  ...(when === undefined ? {} : { when }),
})

const owners: readonly Choices[] = [
  { mediaType: 'users', value: 'id', label: 'name', when: { owner_type: '1' } },
  { mediaType: 'groups', value: 'id', label: 'name', when: { owner_type: '2' } },
]
const sources: Choices = { mediaType: 'sources', value: 'id', label: 'name', when: { object_type: '1' } }

/** Of each form what is offered for fields that name other metadata, or users and sources by their ids; a list shows their names. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, Choices | readonly Choices[]>>>> = {
  adm_mediatype: {
    name_field: fieldsOf('name'),
    source_field: fieldsOf('name'),
    parent_field: fieldsOf('name'),
  },
  adm_field: { mediatype: mediaTypes },
  adm_related: {
    mediatype: mediaTypes,
    related_mediatype: mediaTypes,
    column_name: [fieldsOf('related_mediatype', { kind: 'one-to-many' }), fieldsOf('mediatype')],
    field: fieldsOf('mediatype'),
    link_mediatype: mediaTypes,
  },
  adm_page: {
    mediatype: mediaTypes,
    parent_page_key: pages,
    menu_group: { mediaType: 'adm_pages', value: 'menu_group' },
    icon: { mediaType: 'adm_pages', value: 'icon' },
  },
  adm_page_component: { page_key: pages, type: { mediaType: 'adm_page_components', value: 'type' } },
  adm_dictionary_entry: { language: { mediaType: 'adm_dictionary', value: 'language' } },
  adm_permissions: { owner_id: owners, object_id: sources },
  adm_permission: {
    owner_id: owners,
    object_id: sources,
    key: { ...mediaTypes, when: { object_type: '2' } },
  },
}

const SORTS: Readonly<Record<string, string>> = {
  adm_mediatypes: 'is_system,name',
  adm_permissions: 'owner_type,owner_id,object_type,key',
}

interface Text {
  readonly mediatype: string
  readonly name: string
  readonly label?: string
  readonly help?: string
}

const TEXTS: readonly Text[] = [
  { mediatype: 'permissions', name: 'owner_id', label: 'User or group' },
  { mediatype: 'permissions', name: 'object_id', help: 'Where the right is on a source: it and the sources below it.' },
  {
    mediatype: 'permissions',
    name: 'key',
    help: 'Where the right is on a media type, its name; where it is on a switch, its key.',
  },
  { mediatype: 'users', name: 'username', help: 'What the user signs in with.' },
  { mediatype: 'users', name: 'password', help: 'At least 8 characters. Changing it signs the user out everywhere.' },
  { mediatype: 'adm_mediatypes', name: 'has_file', help: 'Its records carry files.' },
  { mediatype: 'adm_fields', name: 'label', help: 'What people read beside the field.' },
  { mediatype: 'adm_fields', name: 'required', help: 'No record without a value.' },
  { mediatype: 'adm_fields', name: 'read_only', help: 'Shown, never written by its form or the API.' },
  { mediatype: 'adm_pages', name: 'menu_group', help: 'Pages of one group stand together in the menu.' },
  {
    mediatype: 'oauth_clients',
    name: 'client_id',
    help: 'By which the program names itself when it asks for a token.',
  },
  { mediatype: 'adm_dictionary', name: 'key', help: 'Stands in labels and titles as {DICT:key}.' },
]

/** Forms of the administration offer what there is to choose from; lists show what is one's own first. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [page, choices] of Object.entries(CHOICES)) await configure(db, page, { choices })
  for (const [page, defaultSort] of Object.entries(SORTS)) await configure(db, page, { defaultSort })
  for (const { mediatype, name: field, ...texts } of TEXTS) {
    await db.updateTable('adm_fields').set(texts).where('mediatype', '=', mediatype).where('name', '=', field).execute()
  }
}

async function configure(db: Kysely<Tables>, page: string, more: object): Promise<void> {
  await sql`update adm_page_components set configuration = configuration || ${JSON.stringify(more)}::jsonb
    where page_key = ${page} and component_key in ('list', 'form')`.execute(db)
}
