import { field, flag, NAME, NAME_HELP, readOnly, reference } from './0005-field.ts'

export const mediaTypeFields = [
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

export const fieldFields = [
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

export const relatedFields = [
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

export const pageFields = [
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

export const componentFields = [
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

export const dictionaryFields = [
  field('language', 'Language', 'Text', {
    required: true,
    indexed: true,
    props: { maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' },
    help: 'As a language tag: en, de, pt-BR.',
  }),
  field('key', 'Key', 'Text', { required: true }),
  field('text', 'Text', 'TextArea', { required: true }),
]
