import { type FieldRow, field } from './0005-field.ts'
import {
  componentFields,
  dictionaryFields,
  fieldFields,
  mediaTypeFields,
  pageFields,
  relatedFields,
} from './0005-metadata-fields.ts'
import { clientFields, permissionFields, userFields } from './0005-user-fields.ts'

/** The media types of the metadata itself, and of users and their rights, as rows of the metadata tables. */

export interface SystemMediaType {
  readonly name: string
  readonly label: string
  readonly label_plural: string
  readonly nameField?: string
  readonly fields: readonly FieldRow[]
  readonly relateds?: readonly {
    readonly related_mediatype: string
    readonly kind: 'many-to-many'
    readonly field: string
    readonly link_table: string
    readonly link_column: string
    readonly link_related_column: string
  }[]
}

const userGroups = {
  related_mediatype: 'groups',
  kind: 'many-to-many',
  field: 'groups',
  link_table: 'user_groups',
  link_column: 'user_id',
  link_related_column: 'group_id',
} as const

/** Those that others refer to come first. `sources` is one already. */
export const mediaTypes: readonly SystemMediaType[] = [
  {
    name: 'adm_mediatypes',
    label: 'Media type',
    label_plural: 'Media types',
    nameField: 'name',
    fields: mediaTypeFields,
  },
  { name: 'adm_fields', label: 'Field', label_plural: 'Fields', nameField: 'name', fields: fieldFields },
  { name: 'adm_relateds', label: 'Relation', label_plural: 'Relations', fields: relatedFields },
  { name: 'adm_pages', label: 'Page', label_plural: 'Pages', nameField: 'title', fields: pageFields },
  {
    name: 'adm_page_components',
    label: 'Page component',
    label_plural: 'Page components',
    nameField: 'component_key',
    fields: componentFields,
  },
  { name: 'adm_dictionary', label: 'Text', label_plural: 'Dictionary', nameField: 'key', fields: dictionaryFields },
  {
    name: 'groups',
    label: 'Group',
    label_plural: 'Groups',
    nameField: 'name',
    fields: [field('name', 'Name', 'Text', { required: true, is_unique: true, props: { maxLength: 200 } })],
  },
  {
    name: 'users',
    label: 'User',
    label_plural: 'Users',
    nameField: 'name',
    fields: userFields,
    relateds: [userGroups],
  },
  { name: 'permissions', label: 'Permission', label_plural: 'Permissions', fields: permissionFields },
  {
    name: 'oauth_clients',
    label: 'OAuth client',
    label_plural: 'OAuth clients',
    nameField: 'name',
    fields: clientFields,
  },
]
