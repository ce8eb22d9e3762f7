import { REMOTE_INTEGRITY, REMOTE_NAME } from '../../../shared/remotes.ts'
import { CONFIGURATIONS } from '../../catalog/shapes/component-shapes.ts'
import {
  type ChoiceShape,
  choice,
  filled,
  flag,
  listOf,
  mapOf,
  type NumberShape,
  type ObjectShape,
  object,
  required,
  type TextShape,
  text,
} from '../../catalog/shapes/shape.ts'
import { ANY_PROPS, FIELD_TYPES, PROPS_BY_TYPE } from './field-type-shapes.ts'

/** What the leading member `marquee` of a document says. */
export const DOCUMENT_VERSION = 1

/** What `NAME_PATTERN` allows, less names that begin like Marquee's own. */
const NAME = /^[a-z][a-z0-9_]{0,62}$/
const COLUMN = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/
const KEY = /^[A-Za-z0-9_-]{1,100}$/

/** As the data API takes it. */
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/

const name = (description: string): TextShape => ({
  kind: 'text',
  description,
  pattern: { expression: NAME, expected: 'up to 63 small letters, digits and underscores, a letter first' },
})
const key = (description: string): TextShape => ({
  kind: 'text',
  description,
  pattern: { expression: KEY, expected: 'up to 100 letters, digits, - and _' },
})
const column = (description: string): TextShape => ({
  kind: 'text',
  description,
  pattern: { expression: COLUMN, expected: 'letters, digits and underscores, no digit first' },
})
const integer = (description: string): NumberShape => ({ kind: 'number', description, integer: true })
const any = (description: string) => ({ kind: 'any' as const, description })

const enumValue = object(
  'A choice.',
  {
    value: required(filled('What is stored.')),
    label: required(text('What is shown; {DICT:key} takes it from the dictionary.')),
  },
  'EnumValue',
)

const field: ObjectShape = {
  ...object(
    'A field of a media type.',
    {
      name: required(name('Name in the API and in filters.')),
      renamedFrom: name(
        'The name it had: where there is a field of that name and none of the new one, it is renamed and its data kept.',
      ),
      label: required(text('What people see.')),
      type: required(
        choice(
          'Field type: how values are stored, checked and shown.',
          Object.fromEntries(Object.entries(FIELD_TYPES).map(([type, { description }]) => [type, description])),
        ),
      ),
      column: filled('Column of the table; absent: named as the field.'),
      columnType: filled('Foreign tables: SQL type of the column where it is not what the field type expects.'),
      required: flag('A record needs a value.'),
      unique: flag('No two records have the same value.'),
      readOnly: flag('Nobody writes it through the API.'),
      indexed: flag('Filtered or sorted by: gets an index. Relations and name fields always have one.'),
      defaultValue: any('Value of new records.'),
      enumValues: { ...listOf(enumValue, 'The choices of Enum and MultiEnum, in their order.'), nonEmpty: true },
      props: ANY_PROPS,
      help: text('A hint beside the field.'),
    },
    'Field',
  ),
  cases: { by: 'type', of: 'props', shapes: PROPS_BY_TYPE },
  needs: { by: 'type', members: { Enum: ['enumValues'], MultiEnum: ['enumValues'] } },
}

const relation: ObjectShape = {
  ...object(
    'A relation between two media types, declared on one of them.',
    {
      kind: required(
        choice('How many belong to how many.', {
          'many-to-one': 'a foreign key of this media type',
          'one-to-one': 'a foreign key of this media type, each value once',
          'one-to-many': 'a foreign key of the related media type',
          'many-to-many': 'a joining table',
          'link-object': 'a media type of its own that joins the two and has further fields',
        }),
      ),
      related: required(name('The other media type.')),
      column: filled('many-to-one, one-to-one: column of this media type; one-to-many: column of the related one.'),
      field: name('Field of this media type by which a to-many relation is edited.'),
      linkTable: filled('many-to-many: the joining table.'),
      linkMediaType: name('link-object: the media type that joins.'),
      linkColumn: column('Column of the joining table that refers to this media type.'),
      linkRelatedColumn: column('Column of the joining table that refers to the related media type.'),
      orderColumn: column('Column of the joining table that holds the order.'),
      onDelete: choice('What deleting the record referred to does; absent: restrict.', {
        restrict: 'refuse it while records refer to it',
        'set-null': 'empty the reference',
        cascade: 'delete the referring record too',
      }),
      childRequired: flag('At least one related record is required.'),
    },
    'Relation',
  ),
  needs: {
    by: 'kind',
    members: {
      'many-to-one': ['column'],
      'one-to-one': ['column'],
      'one-to-many': ['column'],
      'many-to-many': ['linkTable', 'linkColumn', 'linkRelatedColumn'],
      'link-object': ['linkMediaType', 'linkColumn', 'linkRelatedColumn'],
    },
  },
}

const foreign = object(
  'The table was not made by Marquee: its definition is never changed.',
  {
    key: filled('Column of the id; absent: id.'),
    version: choice('What a record’s version is read from; absent: its column version.', {
      version: 'a column named version',
      xmin: 'the transaction that wrote the row',
      row: 'a hash of the row, for views',
    }),
    inserted: filled('Column that tells when a record was added.'),
  },
  'Foreign',
)

const mediaType = object(
  'A media type: a table of records and their fields.',
  {
    name: required(name('Name in the API.')),
    renamedFrom: name(
      'The name it had: where there is a media type of that name and none of the new one, it is renamed and its records kept.',
    ),
    label: required(text('What people call one record.')),
    labelPlural: required(text('What people call several records.')),
    table: filled('Its table, or schema.table; absent: named as the media type.'),
    nameField: name('Field that a record is shown by.'),
    sourceField: name('Field that holds a record’s source; rights go by it.'),
    parentField: name('Field whose relation to the media type itself makes it a tree.'),
    isLink: flag('Links two other media types and has fields of its own.'),
    hasFile: flag('Records have a file.'),
    blockWrite: flag('Nobody changes records.'),
    blockDelete: flag('Nobody deletes records.'),
    blockCreate: flag('Nobody adds records.'),
    foreign,
    fields: required(listOf(field, 'The fields, in their order.')),
    relations: listOf(relation, 'The relations declared from this media type.'),
  },
  'MediaType',
)

const componentType: ChoiceShape = {
  kind: 'choice',
  description: 'Component type; one that neither the service nor a bundle knows is shown as a notice.',
  open: true,
  choices: Object.fromEntries(Object.entries(CONFIGURATIONS).map(([type, { description }]) => [type, description])),
}

/** Types that can do nothing without their configuration. */
const CONFIGURED = Object.fromEntries(
  Object.entries(CONFIGURATIONS).flatMap(([type, { members }]) =>
    Object.values(members).some((member) => member.required) ? [[type, ['configuration']]] : [],
  ),
)

const component: ObjectShape = {
  ...object(
    'A part of a page.',
    {
      key: required(key('Key on the page.')),
      type: required(componentType),
      title: text('Heading.'),
      order: required(integer('Place on the page, ascending.')),
      configuration: { kind: 'object', description: 'What the component type can be told.', open: true, members: {} },
    },
    'Component',
  ),
  cases: { by: 'type', of: 'configuration', shapes: CONFIGURATIONS },
  needs: { by: 'type', members: CONFIGURED },
}

const page = object(
  'A page of the shell.',
  {
    key: required(key('Key in addresses.')),
    title: required(text('Heading; {DICT:key} takes it from the dictionary.')),
    mediaType: name('Media type whose records it shows.'),
    parentKey: key('Page above it, for breadcrumbs.'),
    layout: choice('How components are arranged; absent: stack.', {
      stack: 'one below the other',
      tabs: 'each in a tab',
    }),
    menuGroup: text('Group of the menu.'),
    menuOrder: integer('Place in the menu; a page without one is not in it.'),
    icon: text('Name of an icon.'),
    components: required(listOf(component, 'What the page consists of.')),
  },
  'Page',
)

const bundle = object(
  'A bundle of components of your own.',
  {
    name: required({
      ...text('What it is called in notices.'),
      pattern: { expression: REMOTE_NAME, expected: 'a letter and up to 62 further letters, digits, - and _' },
    }),
    entry: required({
      ...text('Address of the file remoteEntry.js, or of a manifest.'),
      pattern: {
        expression: /^https?:\/\/[^\s;,'"\\*#]+$/,
        expected: 'an address that begins with https:// or http://',
      },
    }),
    integrity: {
      ...text('What the entry must hash to; absent: anything.'),
      pattern: { expression: REMOTE_INTEGRITY, expected: 'sha256-, sha384- or sha512- and the hash in base64' },
    },
    enabled: flag('Whether it is in use; absent: true. Three are in use at most.'),
  },
  'Bundle',
)

/** The whole document. */
export const documentShape = object('The metadata of a Marquee service: media types, pages, texts, bundles.', {
  $schema: text('The JSON Schema of this document, in a file of JSON; YAML names it in a comment.'),
  marquee: required({
    kind: 'number',
    integer: true,
    min: DOCUMENT_VERSION,
    max: DOCUMENT_VERSION,
    description: `Version of the document's form: ${DOCUMENT_VERSION}.`,
  }),
  mediaTypes: required(listOf(mediaType, 'The media types; those of Marquee itself only where they differ.')),
  pages: required(listOf(page, 'The pages; those of Marquee itself only where they differ.')),
  removedPages: listOf(filled('Key of a page.'), 'Pages that Marquee comes with and that are to be gone.'),
  dictionary: required({
    ...mapOf(
      mapOf(text('The text.'), 'Texts by key.'),
      'Texts by language (BCP 47, such as de or de-CH) and key; those that Marquee comes with only where they differ.',
    ),
    keys: { expression: LANGUAGE, expected: 'a language such as de or de-CH' },
  }),
  bundles: listOf(bundle, 'Bundles of components, in the order they are searched; absent: those there are stay.'),
})
