import type { FileRow, ReadRow } from './file-row.ts'
import { jsonRow, LongNumber, longNumbers } from './json-row.ts'

/** Members of an entity that tell of the record and are none of its fields. */
const DESCRIPTIVE = new Set(['_href', '_type', '_etag', '_permissions', '_links', 'dateins'])

/**
 * An entity of the data API as a record: its fields, its `_id`, and its relations, which stand in `_links`. Anything else
 * stays as it is.
 */
export function withoutEntity(row: ReadRow): ReadRow {
  if (!row.ok) return row
  const { _id: id, _type: type, _href: href, _links: links } = row.values
  if (id === undefined || typeof type !== 'string' || typeof href !== 'string') return row
  const fields = Object.entries(row.values).filter(([name]) => !DESCRIPTIVE.has(name))
  return { ...row, values: Object.fromEntries([...fields, ...(isObject(links) ? Object.entries(links) : [])]) }
}

/**
 * The rows of an answer of the data API, `{"films": […], "_meta": …}`: of an object with one list of objects and nothing
 * else but members that begin with an underscore. Null for any other.
 */
export function answeredRows({ values, raw, line }: FileRow): readonly ReadRow[] | null {
  const [list, ...more] = Object.keys(values).filter((name) => !name.startsWith('_'))
  if (list === undefined || more.length > 0 || typeof raw !== 'string') return null
  const items = values[list]
  if (!Array.isArray(items) || !items.every(isObject)) return null
  const exact = (longNumbers(raw) as Readonly<Record<string, readonly object[]>>)[list] ?? []
  return exact.map((item) => jsonRow(JSON.stringify(item), line))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber)
}
