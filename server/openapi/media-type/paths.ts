import type { Catalog, MediaType, Relation } from '../../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../../catalog/rights.ts'
import type { JsonSchema } from '../../field-types/json-schema.ts'
import { answer, body, DATA, errors, inPath, object, parameter, ref, text } from '../describe.ts'
import type { Operation, Parameter, PathItem, Paths } from '../document.ts'

const CSV = 'text/csv'
const NDJSON = 'application/x-ndjson'

const RECORD: Parameter = inPath('id', 'Id of a record; several are separated by commas.', {
  type: 'string',
  pattern: '^\\d+(,\\d+)*$',
  examples: ['1', '1,2,3'],
})
const ONE_RECORD: Parameter = inPath('id', 'Id of a record.', { type: 'integer', minimum: 1 })

const SHAPE = ['include', 'fields', 'hideMeta', 'hideLinks'].map(parameter)
const LIST = [
  ...['page', 'pageSize', 'sort', 'filter'].map(parameter),
  ...SHAPE,
  parameter('contentCriteria'),
  parameter('ignoreadmfields'),
  parameter('limit'),
  parameter('relatedNames'),
  parameter('spreadsheet'),
]
const UNKNOWN = [400, 401, 404, 406]
const WRITE = [400, 401, 403, 404, 409, 413, 415, 422]

/** The routes of one media type, as far as the caller may use them. */
export function mediaTypePaths(type: MediaType, catalog: Catalog, rights: Rights): Paths {
  const may = mediaTypeRights(rights, type)
  const { name } = type
  const list = `/api/v1/${name}`
  const many: PathItem = {
    get: listRecords(type),
    ...(may.create ? { post: createRecords(type) } : {}),
    ...(may.write ? { patch: changeEach(type) } : {}),
  }
  const one: PathItem = {
    get: readRecords(type),
    ...(may.write ? { patch: changeRecords(type, 'update'), put: changeRecords(type, 'replace') } : {}),
    ...(may.delete ? { delete: deleteRecords(type) } : {}),
  }
  const related = relatedTypes(type).filter((to) => {
    const target = catalog.mediaTypes.get(to)
    return target !== undefined && mediaTypeRights(rights, target).read
  })
  const sublevels = related.map((to) => [`${list}/{id}/${to}`, { get: listRelated(type, to) }] as const)
  return { [list]: many, [`${list}/{id}`]: one, ...Object.fromEntries(sublevels) }
}

/** The routes read one media type by its name, so one that several relations lead to stands here once. */
function relatedTypes({ relations }: MediaType): readonly string[] {
  return [...new Set([...relations.values()].map(({ to }: Relation) => to))].sort()
}

function listRecords(type: MediaType): Operation {
  return {
    ...named(type, 'list', `List ${type.labelPlural}`),
    description:
      'One page at a time. With `Accept: text/csv` or `application/x-ndjson` it is an export of all records.',
    parameters: [...LIST, equals(type), parameter('ifNoneMatch')],
    responses: { ...recordsFound(type.name, 'The records found.'), ...errors(...UNKNOWN, 503) },
  }
}

function readRecords(type: MediaType): Operation {
  return {
    ...named(type, 'read', `Read ${type.labelPlural} by id`),
    description:
      'An unknown id is 200 with no record, unless the service is set to answer 404. Several come in the order of their names unless they are sorted, and take the parameters of a list.',
    parameters: [RECORD, ...SHAPE, parameter('ifNoneMatch')],
    responses: { ...recordsFound(type.name, 'The records asked for.'), ...errors(...UNKNOWN) },
  }
}

function listRelated(type: MediaType, to: string): Operation {
  return {
    ...named(type, `related.${to}`, `List the ${to} of one record`),
    parameters: [ONE_RECORD, ...LIST, parameter('ifNoneMatch')],
    responses: {
      ...recordsFound(to, 'The related records; a single one where the relation is to one.'),
      ...errors(...UNKNOWN, 503),
    },
  }
}

function createRecords(type: MediaType): Operation {
  return {
    ...named(type, 'create', `Create ${type.labelPlural}`),
    description: 'One record or several, all of them or none.',
    parameters: [...SHAPE, parameter('idempotencyKey'), ...confirmation(type)],
    requestBody: body(elements(type, `${type.name}.create`), DATA),
    responses: {
      201: answer('The records created.', ref(`${type.name}.envelope`), { type: DATA, headers: ['ETag', 'Location'] }),
      ...errors(...WRITE),
    },
  }
}

function changeRecords(type: MediaType, verb: 'update' | 'replace'): Operation {
  return {
    ...named(type, verb, `Change ${type.labelPlural} by id`),
    description:
      verb === 'update'
        ? 'The body has one element that holds what is to change; with several ids it changes each of them, all or none.'
        : 'The same as PATCH.',
    parameters: [RECORD, ...SHAPE, parameter('ifMatch'), ...confirmation(type)],
    requestBody: body(elements(type, `${type.name}.update`, 1), DATA),
    responses: { ...changed(type), ...errors(...WRITE, 412, 428) },
  }
}

function changeEach(type: MediaType): Operation {
  return {
    ...named(type, 'update-each', `Change ${type.labelPlural}, each in its own way`),
    description: 'Each element names its record by `_id` and may say which version it changes by `_etag`. All or none.',
    parameters: [...SHAPE, ...confirmation(type)],
    requestBody: body(elements(type, `${type.name}.update`), DATA),
    responses: { ...changed(type), ...errors(...WRITE, 412, 428) },
  }
}

function deleteRecords(type: MediaType): Operation {
  return {
    ...named(type, 'delete', `Delete ${type.labelPlural} by id`),
    description: 'One record or several, all of them or none.',
    parameters: [RECORD, parameter('ifMatch'), ...confirmation(type)],
    responses: { 204: answer('They are gone.'), ...errors(401, 403, 404, 409, 412, 428) },
  }
}

function named({ name }: MediaType, verb: string, summary: string) {
  return { operationId: `${name}.${verb}`, tags: [name], summary }
}

function recordsFound(name: string, description: string): Operation['responses'] {
  const exported = { schema: text }
  const found = answer(description, ref(`${name}.envelope`), { type: DATA, headers: ['ETag'] })
  return {
    200: { ...found, content: { ...found.content, [CSV]: exported, [NDJSON]: exported } },
    304: answer('The caller has it already.', undefined, { headers: ['ETag'] }),
  }
}

function changed(type: MediaType): Operation['responses'] {
  return {
    200: answer('The records as they are now.', ref(`${type.name}.envelope`), { type: DATA, headers: ['ETag'] }),
  }
}

const MAX_ELEMENTS = 1000

function elements({ name }: MediaType, schema: string, maxItems = MAX_ELEMENTS): JsonSchema {
  const list: JsonSchema = { type: 'array', items: ref(schema), minItems: 1, maxItems }
  return { ...object({ [name]: list }), additionalProperties: false }
}

/** `<field>=<value>`: any field by its name. */
function equals(type: MediaType): Parameter {
  const fields = [...type.fields.values()].filter(({ type: { operators } }) => operators.includes('eq'))
  return {
    name: 'equals',
    in: 'query',
    style: 'form',
    explode: true,
    description: 'Any field by its name, as `<field>=<value>`: the records that have just this value.',
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name }) => [name, text])),
      additionalProperties: text,
    },
  }
}

/** Only changes of metadata can cost data. */
function confirmation({ system }: MediaType) {
  return system ? [parameter('confirmLoss')] : []
}
