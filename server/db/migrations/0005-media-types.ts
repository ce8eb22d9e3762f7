/** The media types of the metadata itself, and of users and their rights, as rows of the metadata tables. */

interface FieldRow {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly column_name: string | null
  readonly column_type: string | null
  readonly required: boolean
  readonly is_unique: boolean
  readonly read_only: boolean
  readonly indexed: boolean
  readonly default_value: string | null
  readonly enum_values: string | null
  readonly props: string | null
  readonly help: string | null
}

type More = Partial<Omit<FieldRow, 'default_value' | 'enum_values' | 'props'>> & {
  readonly default_value?: unknown
  readonly enum_values?: Readonly<Record<string, string>>
  readonly props?: Readonly<Record<string, unknown>>
}

function field(name: string, label: string, type: string, more: More = {}): FieldRow {
  const { default_value: initial, enum_values: choices, props, ...rest } = more
  return {
    name,
    label,
    type,
    column_name: name,
    column_type: null,
    required: false,
    is_unique: false,
    read_only: false,
    indexed: false,
    help: null,
    ...rest,
    default_value: initial === undefined ? null : JSON.stringify(initial),
    enum_values:
      choices === undefined
        ? null
        : JSON.stringify(Object.entries(choices).map(([value, label]) => ({ value, label }))),
    props: props === undefined ? null : JSON.stringify(props),
  }
}

const flag = (name: string, label: string, help: string | null = null): FieldRow =>
  field(name, label, 'Boolean', { required: true, default_value: false, help })

const NAME = { maxLength: 63, pattern: '^[a-z][a-z0-9_]*$' }
const NAME_HELP = 'Lower-case letters, digits and underscores.'
const reference = (name: string, label: string, more: More = {}): FieldRow =>
  field(name, label, 'Text', { props: NAME, ...more })
const readOnly = (name: string, label: string, type: string): FieldRow => field(name, label, type, { read_only: true })

const mediaTypeFields = [
  field('name', 'Name', 'Text', {
    required: true,
    is_unique: true,
    props: NAME,
    help: `In addresses and as the name of its table. ${NAME_HELP}`,
  }),
  field('label', 'Label', 'Text', { required: true, help: 'Of one record, such as Film.' }),
  field('label_plural', 'Label of several', 'Text', { required: true, help: 'Such as Films.' }),
  reference('name_field', 'Name field', {
    help: 'Field that a record is shown by. Add the field first: a new media type has none yet.',
  }),
  reference('source_field', 'Source field', {
    help: 'Field that holds the record’s source, where rights go by source.',
  }),
  reference('parent_field', 'Parent field', {
    help: 'Field that refers to another record of this media type and makes it a tree.',
  }),
  flag('is_link', 'Link object', 'Its records join two others and have fields of their own.'),
  flag('has_file', 'Has a file'),
  flag('block_create', 'No new records'),
  flag('block_write', 'No changes'),
  flag('block_delete', 'No deletes'),
  readOnly('table_name', 'Table', 'Text'),
  readOnly('is_system', 'Part of the system', 'Boolean'),
  readOnly('is_foreign', 'Table was there before', 'Boolean'),
  readOnly('key_column', 'Key column', 'Text'),
  readOnly('version_source', 'Version is read from', 'Text'),
  readOnly('inserted_column', 'Column of the time added', 'Text'),
]

const fieldFields = [
  reference('mediatype', 'Media type', {
    required: true,
    indexed: true,
    help: 'Name of the media type it is a field of.',
  }),
  field('name', 'Name', 'Text', {
    required: true,
    props: NAME,
    help: `In the API and as the name of its column. ${NAME_HELP}`,
  }),
  field('label', 'Label', 'Text', { required: true }),
  field('type', 'Type', 'Enum', {
    required: true,
    default_value: 'Text',
    props: { choicesFrom: 'fieldTypes' },
    help: 'Related, DropRelated and Source need a relation as well: add it once the field is there.',
  }),
  flag('required', 'Required'),
  flag('is_unique', 'Unique', 'No two records hold the same value.'),
  flag('indexed', 'Indexed', 'Makes filtering and sorting by it fast.'),
  flag('read_only', 'Read-only'),
  field('default_value', 'Default value', 'JSON', {
    help: 'As JSON: "draft" in quotes, 5, true. New records get it, and existing ones when the field becomes required.',
  }),
  field('enum_values', 'Values to choose from', 'JSON', {
    help: 'Of the types Enum and MultiEnum: [{"value": "draft", "label": "Draft"}].',
  }),
  field('props', 'Properties', 'JSON', {
    help: 'Such as {"maxLength": 200, "pattern": "…"} of a text, {"min": 0, "max": 10} of a number, {"currency": "EUR"} of money.',
  }),
  field('help', 'Help', 'TextArea', { help: 'Shown below the field, as this is.' }),
  field('sort_order', 'Place', 'Integer', { help: 'Fields stand in this order. A new field comes last.' }),
  readOnly('column_name', 'Column', 'Text'),
  readOnly('column_type', 'Type of the column', 'Text'),
]

const KINDS = {
  'many-to-one': 'many-to-one: a field holds one record',
  'one-to-one': 'one-to-one: a field holds one record that no other holds',
  'one-to-many': 'one-to-many: a field of the related records holds this one',
  'many-to-many': 'many-to-many: by a joining table',
  'link-object': 'link object: by records of a third media type',
}
const DELETES = {
  restrict: 'refuse the delete',
  'set-null': 'empty the field',
  cascade: 'delete the referring record too',
}

const relatedFields = [
  reference('mediatype', 'Media type', { required: true, indexed: true }),
  reference('related_mediatype', 'Related media type', { required: true }),
  field('kind', 'Kind', 'Enum', { required: true, default_value: 'many-to-one', enum_values: KINDS }),
  reference('column_name', 'Field that holds the record', {
    help: 'To one record: field of this media type. One-to-many: field of the related media type.',
  }),
  reference('field', 'Field it is edited by', {
    help: 'To several records: field of this media type, of type Related.',
  }),
  reference('link_table', 'Joining table', { help: 'Many-to-many: its name, such as films_genres.' }),
  reference('link_mediatype', 'Media type of the link', { help: 'Link object: the media type whose records join.' }),
  reference('link_column', 'Link to this media type', {
    help: 'Column of the joining table, or field of the link’s media type, that refers here.',
  }),
  reference('link_related_column', 'Link to the related media type'),
  reference('order_column', 'Order', {
    help: 'Column of the joining table, or Integer field of the link’s media type, that keeps the order.',
  }),
  field('on_delete', 'When the related record is deleted', 'Enum', {
    required: true,
    default_value: 'restrict',
    enum_values: DELETES,
  }),
  flag('is_child_required', 'At least one', 'A record must have at least one related record.'),
]

const pageFields = [
  field('page_key', 'Key', 'Text', {
    required: true,
    is_unique: true,
    props: { maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' },
    help: 'The page’s place in the address.',
  }),
  field('title', 'Title', 'Text', { required: true }),
  reference('mediatype', 'Media type', { help: 'What the page shows or edits.' }),
  field('parent_page_key', 'Parent page', 'Text', { help: 'Key of the page above it: of a form, its list.' }),
  field('layout', 'Layout', 'Enum', {
    required: true,
    default_value: 'stack',
    enum_values: { stack: 'One below another', tabs: 'Tabs' },
  }),
  field('menu_order', 'Place in the menu', 'Integer', {
    column_type: 'integer',
    props: { min: -2147483648, max: 2147483647 },
    help: 'Pages without one are not in the menu.',
  }),
  field('menu_group', 'Menu group', 'Text'),
  field('icon', 'Icon', 'Text', {
    help: 'film, people, building, tag, folder, star, list, tree, settings or calendar.',
  }),
]

const componentFields = [
  field('page_key', 'Page', 'Text', { required: true, indexed: true, help: 'Key of the page it stands on.' }),
  field('component_key', 'Key', 'Text', {
    required: true,
    default_value: 'main',
    props: { maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' },
    help: 'No two components of a page share one.',
  }),
  field('type', 'Type', 'Text', { required: true, help: 'list, form, or that of a bundle of your own.' }),
  field('title', 'Title', 'Text'),
  field('sort_order', 'Place', 'Integer', {
    column_type: 'integer',
    props: { min: -2147483648, max: 2147483647 },
    help: 'Components stand in this order. A new one comes last.',
  }),
  field('configuration', 'Configuration', 'JSON', {
    help: 'Of a list {"columns": ["title"], "defaultSort": "title", "editPageKey": "film"}, of a form {"tabs": [{"title": "Main", "fields": ["title"]}]}.',
  }),
]

const dictionaryFields = [
  field('language', 'Language', 'Text', {
    required: true,
    indexed: true,
    props: { maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
    help: 'As a language tag: en, de, pt-BR.',
  }),
  field('key', 'Key', 'Text', { required: true }),
  field('text', 'Text', 'TextArea', { required: true }),
]

const userFields = [
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

const permissionFields = [
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

const clientFields = [
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
