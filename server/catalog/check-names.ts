import { NAME_PATTERN } from './catalog.ts'

/** Addresses below `/api/v1` that are no media type. */
const ADDRESSES: ReadonlySet<string> = new Set(['dictionary', 'fullstoragearea', 'me'])
/** Tables of Marquee's own; that a name is free in the database is asked when its table is made. */
const OWN_TABLES: ReadonlySet<string> = new Set([
  'sources',
  'users',
  'groups',
  'user_groups',
  'permissions',
  'oauth_clients',
  'storage_areas',
  'content_criteria',
  'auth_tokens',
  'settings',
  'table_versions',
  'edit_history',
  'history_outbox',
  'history_delivery',
  'idempotency_keys',
])
const RESERVED_PREFIX = /^(?:_|adm_|marquee_|pg_|sql_)/

/** Columns that every table has, and query parameters of lists, which a field of that name could not be told from. */
const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'dateins',
  'page',
  'pagesize',
  'include',
  'sort',
  'fields',
  'filter',
  'hidemeta',
  'hidelinks',
  'limit',
  'contentcriteria',
  'ignoreadmfields',
  'confirmloss',
])

const SHAPE = 'lower-case letters, digits and underscores, a letter first, at most 63 characters'

/** What is wrong with the name of a media type; null: nothing. Of a foreign one the table keeps its own name. */
export function typeNameFault(name: string, foreign = false): string | null {
  if (!NAME_PATTERN.test(name) || name.startsWith('_')) return `expected ${SHAPE}`
  const taken = ADDRESSES.has(name) || RESERVED_PREFIX.test(name) || (!foreign && OWN_TABLES.has(name))
  return taken ? OWN_NAME(name) : null
}

const OWN_NAME = (name: string): string => `${name} is a name of Marquee’s own: choose another`

/** What is wrong with a joining table that was there before; null: nothing. Marquee's own tables join nothing else. */
export function joiningTableFault(name: string): string | null {
  return OWN_TABLES.has(name) || RESERVED_PREFIX.test(name) ? OWN_NAME(name) : null
}

/** What is wrong with the name of a field; null: nothing. Columns that were there before keep their names. */
export function fieldNameFault(name: string, foreign = false): string | null {
  if (!NAME_PATTERN.test(name) || name.startsWith('_')) return `expected ${SHAPE}`
  if (foreign || !RESERVED_FIELDS.has(name)) return null
  return `${name} has a meaning of its own in every media type: choose another name`
}

/** What may stand in the key of a relation, hence in a URL. */
const COLUMN_OF_KEY = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** What is wrong with the name of a column of a joining table; null: nothing. One that was there before keeps its own. */
export function columnNameFault(name: string, foreign = false): string | null {
  if (foreign) return COLUMN_OF_KEY.test(name) ? null : 'expected letters, digits and underscores, no digit first'
  return NAME_PATTERN.test(name) && !name.startsWith('_') ? null : `expected ${SHAPE}`
}
