import { ERROR_STATUS } from '../errors.ts'
import type { JsonSchema } from '../field-types/json-schema.ts'
import { choice, DATA, mapOf, query, ref, text, whole } from './describe.ts'
import type { Components, Parameter, Response } from './document.ts'

const flag = choice('0', '1')

function header(name: string, description: string, schema: JsonSchema = text): Parameter {
  return { name, in: 'header', description, schema }
}

/** A parameter of the main media type, or of several: `name=…`, or `name[<media_type>]=…` for each. */
function byType(name: string, description: string): Parameter {
  return { ...query(name, description, { anyOf: [text, mapOf(text)] }), style: 'deepObject', explode: true }
}

export const sharedParameters: Components['parameters'] = {
  page: query('page', 'Page, from zero. One that does not exist is empty.', { ...whole, default: 0 }),
  pageSize: query('pageSize', 'Records on a page; what is more or less than allowed becomes the nearest that is.', {
    ...whole,
    minimum: 1,
    default: 20,
  }),
  sort: byType(
    'sort',
    'Fields separated by commas, `-` before one to sort downwards. Of an included type: `sort[<media_type>]=a,-b`; where two relations lead to it, `sort[<main_media_type>.<field>]`. Once one type is named, all are.',
  ),
  include: query('include', 'Related media types to bring along, separated by commas; a second level as `a,a.b`.'),
  fields: byType(
    'fields',
    'Fields to show, separated by commas. Once one type is named, all are: `fields[<media_type>]=a,b`. Of an included type one field alone is shown as its values by id, `id` alone as a list.',
  ),
  filter: query(
    'filter',
    'Terms `<field>_$<operator>_<value>`, joined by `_$and_` and `_$or_`, grouped by parentheses: see “Filtering” in the introduction.',
  ),
  hideMeta: query('hideMeta', 'Leaves `_meta` out.', flag),
  hideLinks: query('hideLinks', 'Leaves the template links out.', flag),
  contentCriteria: query(
    'contentcriteria',
    'Id of content criteria of this media type: the records they stand for, in their order unless `sort` says otherwise.',
    { ...whole, minimum: 1 },
  ),
  ignoreadmfields: query(
    'ignoreadmfields',
    'Shows related records of link objects only; nothing with `include`.',
    flag,
  ),
  limit: query('limit', 'Of an export, in place of paging: how many records; 0 and -1 are all.', {
    ...whole,
    minimum: -1,
  }),
  relatedNames: query(
    'relatedNames',
    'Of an export: related records by what they are called, not by their ids; those without a name are left out.',
    flag,
  ),
  spreadsheet: query(
    'spreadsheet',
    'Of an export as CSV: with a byte order mark, and an apostrophe before texts that a spreadsheet takes for formulas.',
    flag,
  ),
  confirmLoss: query('confirmLoss', 'Confirms a change of metadata at the cost of data.', { type: 'boolean' }),
  language: query('language', 'Language tag (BCP 47); absent: the caller’s.'),
  ifMatch: header('If-Match', 'Tag of the record as the caller knows it, or `*`. Another one is refused with 412.'),
  ifNoneMatch: header('If-None-Match', 'Tag of what the caller has already: if it still holds, 304 without a body.'),
  idempotencyKey: header(
    'Idempotency-Key',
    'A name for this request: sent again within 24 hours it is answered as the first time, and nothing is done twice.',
    { type: 'string', maxLength: 255 },
  ),
  origin: header('Origin', 'Of a write by session cookie: the service’s own origin. Browsers send it.'),
}

export const sharedHeaders: Components['headers'] = {
  ETag: { description: 'Tag of what was answered.', schema: text },
  Location: { description: 'Address of what was created.', schema: text },
  Allow: { description: 'Methods there are.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: whole },
  'Content-Disposition': { description: 'Name for the file.', schema: text },
  'Set-Cookie': { description: 'The session.', schema: text },
  'Upload-Offset': { description: 'Bytes of the file that are there.', schema: whole },
  'Upload-Complete': { description: '`?1` when the file is complete, else `?0`.', schema: choice('?0', '?1') },
  'Upload-Length': { description: 'Size of the whole file, where it is known.', schema: whole },
  'Upload-Expires': { description: 'When the upload is forgotten unless more comes.', schema: text },
}

/** One answer for each error status, which lists its codes, and one for any of them. */
export const errorResponses: Components['responses'] = {
  Error: errorResponse('An error.'),
  ...Object.fromEntries(
    [...codesByStatus()].map(([status, codes]) => [
      `Error${status}`,
      errorResponse(`An error of code ${codes.map((code) => `\`${code}\``).join(', ')}.`),
    ]),
  ),
}

export const securitySchemes: Components['securitySchemes'] = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token of `/oauth/token`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'marquee_session',
    description: 'The session of a browser. Writes need an `Origin` header of the service itself and a JSON body.',
  },
  client: { type: 'http', scheme: 'basic', description: 'Id and secret of an OAuth client.' },
}

function errorResponse(description: string): Response {
  const body = { schema: ref('ErrorBody') }
  const problem = { schema: ref('ProblemDetails') }
  return { description, content: { [DATA]: body, 'application/problem+json': problem } }
}

function codesByStatus(): ReadonlyMap<number, readonly string[]> {
  const byStatus = Map.groupBy(Object.entries(ERROR_STATUS), ([, status]) => status)
  return new Map([...byStatus].map(([status, entries]) => [status, entries.map(([code]) => code)]))
}
