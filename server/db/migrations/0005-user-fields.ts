import { field, flag } from './0005-field.ts'

export const userFields = [
  field('username', 'User name', 'Text', { required: true, is_unique: true, props: { maxLength: 200 } }),
  field('name', 'Name', 'Text', { required: true }),
  field('email', 'E-mail', 'Email', { is_unique: true }),
  field('password', 'Password', 'Secret', {
    column_name: 'password_hash',
    required: true,
    help: 'Changing it signs the user out everywhere.',
  }),
  field('groups', 'Groups', 'Related', { column_name: null, help: 'The user may do what any of these may.' }),
  flag('is_administrator', 'Administrator', 'May do everything.'),
  flag('is_disabled', 'Disabled', 'Cannot sign in.'),
]

export const permissionFields = [
  field('owner_type', 'Given to', 'Enum', {
    required: true,
    column_type: 'smallint',
    default_value: '2',
    enum_values: { 1: 'User', 2: 'Group' },
  }),
  field('owner_id', 'Id of the user or group', 'Integer', { required: true, indexed: true, props: { min: 1 } }),
  field('object_type', 'On', 'Enum', {
    required: true,
    column_type: 'smallint',
    default_value: '2',
    enum_values: { 1: 'Source', 2: 'Media type', 3: 'Switch' },
  }),
  field('object_id', 'Source', 'Integer', {
    props: { min: 1 },
    help: 'Id of the source; the sources below it are included.',
  }),
  field('key', 'Media type or switch', 'Text', { help: 'Name of the media type, or key of the switch.' }),
  flag('can_read', 'Read'),
  flag('can_write', 'Write'),
  flag('can_delete', 'Delete'),
]

export const clientFields = [
  field('client_id', 'Client id', 'Text', { required: true, is_unique: true, props: { maxLength: 200 } }),
  field('name', 'Name', 'Text', { required: true }),
  field('client_type', 'Type', 'Enum', {
    required: true,
    column_type: 'smallint',
    default_value: '1',
    enum_values: { 1: 'Web application', 3: 'Service' },
    help: 'A service may do everything, with its id and secret alone.',
  }),
  field('secret', 'Secret', 'Secret', { column_name: 'secret_hash', help: 'A service needs one.' }),
]
