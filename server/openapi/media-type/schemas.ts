import type { Field, MediaType, Relation } from '../../catalog/catalog.ts'
import type { JsonSchema } from '../../field-types/json-schema.ts'
import { id, like, listOf, nullable, object, ref, said, text, unixTime } from '../describe.ts'
import { metaExample, templatesExample } from './examples.ts'

/** The schemas of one media type: a record as it is read, as it is created and as it is changed, and the envelope. */
export function mediaTypeSchemas(type: MediaType): Readonly<Record<string, JsonSchema>> {
  const { name } = type
  return {
    [name]: entity(type),
    [`${name}.create`]: createElement(type),
    [`${name}.update`]: updateElement(type),
    [`${name}.envelope`]: {
      ...object(
        {
          _meta: like(metaExample(name), ref('Meta')),
          _links: like(templatesExample(type), ref('TemplateLinks')),
          [name]: listOf(ref(name)),
          _linked: ref('Linked'),
          _permissions: ref('ListPermissions'),
        },
        ['_meta', '_links', '_permissions'],
      ),
      description: `Records of ${name} with what belongs to them.`,
    },
  }
}

const fileMembers = {
  _url: said('Where its first file is downloaded.', nullable(text)),
  _playback_type: said('How that is shown or played.', {
    enum: ['hls', 'dash', 'progressive', 'image', 'document', null],
  }),
  _suffix: said('In the answer of a create: part of the place of lazy files.', nullable(text)),
}
const PASSED_OVER = ['id', 'dateins', '_href', '_type', '_permissions', '_url', '_playback_type', '_suffix']
const KEYWORDS = said('The field `keywords`, separated by commas.', text)
const FILES: JsonSchema = {
  description: 'Descriptors of all its files, or what is to be added and removed of them.',
  anyOf: [
    listOf({ anyOf: [ref('FileDescriptor'), id] }),
    object({ add: listOf(ref('FileDescriptor')), remove: listOf(id) }, ['add', 'remove']),
    object({ operation: { enum: ['Add', 'Remove', 'Replace'] }, values: { type: 'array' } }, ['operation']),
  ],
}

/** `fields` may leave out what is not required here. */
function entity(type: MediaType): JsonSchema {
  const own = fieldsOf(type).map((field) => [field.name, shownValue(field, type)] as const)
  const properties = {
    _id: id,
    _href: like(`/api/v1/${type.name}/1`, text),
    _type: { const: type.name },
    _etag: like('1.112', said('Tag of this version of the record.', text)),
    dateins: like(
      1767225600,
      said('When the record was added, Unix time in seconds.', type.foreign ? nullable(unixTime) : unixTime),
    ),
    ...Object.fromEntries(own),
    ...(type.hasFile ? fileMembers : {}),
    _permissions: ref('EntityPermissions'),
    _links: shownLinks(type),
  }
  return {
    type: 'object',
    description: `A record of ${type.labelPlural}.`,
    properties,
    required: ['_id', '_href', '_type', '_etag'],
  }
}

function shownLinks({ relations }: MediaType): JsonSchema {
  const shown = [...relations.values()].filter(({ owned }) => owned)
  return {
    type: 'object',
    description: 'Ids of related records; with `include`, by media type as well.',
    properties: Object.fromEntries(shown.map((relation) => [relation.key, shownLink(relation)])),
    additionalProperties: ref('RelatedIds'),
  }
}

function shownLink({ cardinality, to }: Relation): JsonSchema {
  if (cardinality === 'many') return said(`Ids of ${to}.`, listOf({ type: 'integer' }))
  return said(`Id of ${to}.`, { type: ['integer', 'null'] })
}

function createElement(type: MediaType): JsonSchema {
  const required = writableFields(type).filter(({ required, defaultValue }) => required && defaultValue === null)
  // a relation may stand beside the fields or in _links, so that neither place is required
  const names = required.filter(({ relation }) => relation === null).map(({ name }) => name)
  return {
    type: 'object',
    description: `A new record of ${type.labelPlural}. Read-only members are passed over, unknown ones refused.`,
    properties: { ...writtenMembers(type, 'create'), ...passedOver(type, ['_id', '_etag']) },
    ...(names.length === 0 ? {} : { required: names }),
    additionalProperties: false,
  }
}

function updateElement(type: MediaType): JsonSchema {
  return {
    type: 'object',
    description:
      'What is to change, and nothing else has to be there. Read-only members are passed over, unknown ones refused.',
    properties: {
      _id: said('The record, where the path does not name it.', id),
      _etag: like('1.112', said('Tag of the record as the caller knows it.', text)),
      ...writtenMembers(type, 'update'),
      ...passedOver(type, []),
    },
    additionalProperties: false,
  }
}

/** Members of a read that a body may hold as well, for nothing: a record can be sent as it was read. */
function passedOver(type: MediaType, more: readonly string[]): Readonly<Record<string, JsonSchema>> {
  const names = [...type.fields.values()].filter(({ readOnly }) => readOnly).map(({ name }) => name)
  return Object.fromEntries([...names, ...more, ...PASSED_OVER].map((name) => [name, { readOnly: true }]))
}

type Mode = 'create' | 'update'

function writtenMembers(type: MediaType, mode: Mode): Readonly<Record<string, JsonSchema>> {
  const fields = writableFields(type).map((field) => [field.name, writtenValue(field, mode)] as const)
  const keywords = type.hasFile && type.fields.has('keywords') ? { _keywords: KEYWORDS } : {}
  return { ...Object.fromEntries(fields), ...keywords, _links: writtenLinks(type) }
}

function writtenLinks(type: MediaType): JsonSchema {
  const links = [...type.relations.values()].flatMap((relation) => {
    const field = relation.field === null ? undefined : type.fields.get(relation.field)
    return field?.readOnly ? [] : [[relation.key, relationValue(relation)] as const]
  })
  const own = type.hasFile ? { _files: FILES } : {}
  return { type: 'object', description: 'Relations by key.', properties: { ...Object.fromEntries(links), ...own } }
}

/** A default is told in words: by the keyword generators of clients take a member for one that is always sent. */
function writtenValue(field: Field, mode: Mode): JsonSchema {
  const schema = field.relation === null ? field.type.schema(field) : relationValue(field.relation)
  const value = field.required || field.relation !== null ? schema : nullable(schema)
  const empty = field.required && schema.type === 'string' ? { minLength: Math.max(schema.minLength ?? 1, 1) } : {}
  const initial = mode === 'create' && field.defaultValue !== null ? `\`${field.defaultValue}\` unless given.` : ''
  return described(field, { ...value, ...empty }, initial)
}

function relationValue({ cardinality, to }: Relation): JsonSchema {
  return { ...ref(cardinality === 'many' ? 'ToMany' : 'ToOne'), description: `Refers to ${to}.` }
}

function shownValue(field: Field, type: MediaType): JsonSchema {
  const shown = field.type.shown(field)
  const certain = field.required && !type.foreign
  return described(field, { ...(certain ? shown : nullable(shown)), ...(field.readOnly ? { readOnly: true } : {}) })
}

/** What is said of a field: its label where the name does not say it, its type's words, its choices, its help. */
function described(field: Field, schema: JsonSchema, initial = ''): JsonSchema {
  const label = spelled(field.label) === field.name ? '' : `${field.label}.`
  const unique = field.unique ? 'Unique.' : ''
  const parts = [label, schema.description ?? '', choiceWords(field), field.help ?? '', unique, initial]
  const words = parts.filter((part) => part !== '')
  return words.length === 0 ? schema : { ...schema, description: words.join(' ') }
}

/** What the values of a choice stand for, where they do not say it themselves. */
function choiceWords({ enumValues }: Field): string {
  if (enumValues.every(({ value, label }) => spelled(label).includes(spelled(value)))) return ''
  const words = enumValues.map(({ value, label }) => `\`${value}\`: ${label.replace(`${value}: `, '')}`)
  return `${words.join(', ')}.`
}

/** As a name would be spelled. */
function spelled(words: string): string {
  return words.toLowerCase().replaceAll(/[\s_-]+/g, '_')
}

/** Relations stand in `_links` when they are read. */
function fieldsOf({ fields }: MediaType): readonly Field[] {
  return [...fields.values()].filter(({ relation }) => relation === null)
}

function writableFields({ fields }: MediaType): readonly Field[] {
  return [...fields.values()].filter(({ readOnly }) => !readOnly)
}
