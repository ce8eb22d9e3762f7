import { INTERVALS, type Interval } from '../../../shared/aggregate.ts'
import { type FilterNode, FilterSyntaxError } from '../../../shared/filter-ast.ts'
import { parseFilter } from '../../../shared/filter-parse.ts'
import { escaped, isObject } from '../../../shared/json.ts'
import { filterError, type PageLimits, sortKeys } from '../parse.ts'
import type { Problems } from './problems.ts'
import {
  type AggregateFunction,
  type AggregateRequest,
  type FieldName,
  FUNCTIONS,
  type GroupRequest,
  MAX_GROUPS,
  MAX_MEASURES,
  type MeasureRequest,
} from './request.ts'

const MEMBERS = new Set([
  ...['_mediaType', '_filter', '_contentCriteria', '_groupBy', '_aggregates', '_having', '_sort', '_page', '_pageSize'],
])
const GROUP_MEMBERS = new Set(['_field', '_interval', '_timezone', '_as'])
const MEASURE_MEMBERS = new Set(['_function', '_field', '_as'])
const FIELD = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[([A-Za-z_][A-Za-z0-9_]*)\])?$/
const COLUMN = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

type Members = Readonly<Record<string, unknown>>

/**
 * Reads the body of an aggregate query. What is wrong goes into `problems`, all of it; the request then holds what
 * could be read, so that names can be looked up as well.
 *
 * @throws {AppError} VALIDATION when the body is no object or names no media type.
 */
export function parseAggregate(body: unknown, limits: PageLimits, problems: Problems): AggregateRequest {
  if (!isObject(body)) {
    problems.add('', 'expected an object with "_mediaType", and "_groupBy" or "_aggregates"')
    throw problems.error()
  }
  refuseOthers(body, MEMBERS, '', problems)
  const mediaType = body._mediaType
  if (typeof mediaType !== 'string') problems.add('/_mediaType', 'expected the name of a media type')
  const groups = listOf(body._groupBy, '/_groupBy', MAX_GROUPS, problems, groupOf)
  const measures = listOf(body._aggregates, '/_aggregates', MAX_MEASURES, problems, measureOf)
  if ([body._groupBy, body._aggregates].every((list) => isNothing(list) || (Array.isArray(list) && list.length === 0)))
    problems.add('/_aggregates', 'expected at least one column in "_groupBy" or "_aggregates"')
  const request = {
    filter: filterOf(body._filter, '/_filter', problems),
    contentCriteria: criteriaId(body._contentCriteria, problems),
    groups,
    measures,
    having: filterOf(body._having, '/_having', problems),
    sort: sortOf(body._sort, problems),
    page: wholeNumber(body._page, '/_page', problems) ?? 0,
    pageSize: Math.min(
      Math.max(wholeNumber(body._pageSize, '/_pageSize', problems) ?? limits.maxPageSize, 1),
      limits.maxPageSize,
    ),
  }
  if (typeof mediaType !== 'string') throw problems.error()
  return { mediaType, ...request }
}

function groupOf(item: unknown, pointer: string, problems: Problems): GroupRequest | null {
  if (typeof item === 'string') {
    const field = fieldOf(item, pointer, problems)
    return field === null ? null : { field, as: item, interval: null, timeZone: null, pointer }
  }
  if (!isObject(item)) {
    problems.add(pointer, 'expected a field name, or an object with "_field"')
    return null
  }
  refuseOthers(item, GROUP_MEMBERS, pointer, problems)
  const field = fieldOf(item._field, `${pointer}/_field`, problems)
  const interval = isNothing(item._interval)
    ? null
    : oneOf<Interval>(INTERVALS, item._interval, `${pointer}/_interval`, problems)
  const timeZone = item._timezone ?? null
  if (timeZone !== null && typeof timeZone !== 'string')
    problems.add(`${pointer}/_timezone`, 'expected the name of a time zone')
  const as = isNothing(item._as) ? String(item._field) : columnName(item._as, `${pointer}/_as`, problems)
  if (field === null || as === null) return null
  return { field, as, interval, timeZone: typeof timeZone === 'string' ? timeZone : null, pointer }
}

function measureOf(item: unknown, pointer: string, problems: Problems): MeasureRequest | null {
  if (!isObject(item)) {
    problems.add(pointer, 'expected an object with "_function" and "_as"')
    return null
  }
  refuseOthers(item, MEASURE_MEMBERS, pointer, problems)
  const name = oneOf<AggregateFunction>(FUNCTIONS, item._function, `${pointer}/_function`, problems)
  const as = columnName(item._as, `${pointer}/_as`, problems)
  const without = isNothing(item._field)
  const field = without ? null : fieldOf(item._field, `${pointer}/_field`, problems)
  if (without && name !== null && name !== 'count') problems.add(`${pointer}/_field`, `expected a field to ${name}`)
  if (name === null || as === null || (!without && field === null)) return null
  return { function: name, field, as, pointer }
}

function fieldOf(value: unknown, pointer: string, problems: Problems): FieldName | null {
  const match = typeof value === 'string' ? FIELD.exec(value) : null
  if (match === null) {
    problems.add(pointer, 'expected a field name, or <relation>[<field of the related record>]')
    return null
  }
  const [, field = '', relatedField] = match
  return { field, ...(relatedField === undefined ? {} : { relatedField }), pointer }
}

function columnName(value: unknown, pointer: string, problems: Problems): string | null {
  if (typeof value === 'string' && COLUMN.test(value)) return value
  problems.add(pointer, 'expected a name of letters, digits and underscores, at most 63, that starts with no digit')
  return null
}

function oneOf<T extends string>(known: readonly T[], value: unknown, pointer: string, problems: Problems): T | null {
  const found = known.find((name) => name === value)
  if (found === undefined) problems.add(pointer, `expected one of ${known.join(', ')}`)
  return found ?? null
}

function listOf<T>(
  value: unknown,
  pointer: string,
  max: number,
  problems: Problems,
  read: (item: unknown, pointer: string, problems: Problems) => T | null,
): readonly T[] {
  if (isNothing(value)) return []
  if (!Array.isArray(value)) {
    problems.add(pointer, 'expected an array')
    return []
  }
  if (value.length > max) {
    problems.add(pointer, `expected at most ${max}, not ${value.length}`)
    return []
  }
  return value.flatMap((item, index) => read(item, `${pointer}/${index}`, problems) ?? [])
}

function filterOf(value: unknown, pointer: string, problems: Problems): FilterNode | null {
  if (isNothing(value)) return null
  if (typeof value !== 'string') {
    problems.add(pointer, 'expected a filter as text')
    return null
  }
  return problems.in(pointer, () => {
    try {
      return parseFilter(value)
    } catch (error) {
      throw error instanceof FilterSyntaxError ? filterError(error.position, error.expected) : error
    }
  })
}

function sortOf(value: unknown, problems: Problems): AggregateRequest['sort'] {
  if (isNothing(value)) return []
  if (typeof value === 'string') return problems.in('/_sort', () => sortKeys(value, '_sort')) ?? []
  problems.add('/_sort', 'expected column names separated by commas, each with "-" before it to sort downwards')
  return []
}

function criteriaId(value: unknown, problems: Problems): number | null {
  if (isNothing(value)) return null
  if (Number.isSafeInteger(value) && Number(value) > 0) return Number(value)
  problems.add('/_contentCriteria', 'expected the id of content criteria')
  return null
}

function wholeNumber(value: unknown, pointer: string, problems: Problems): number | null {
  if (isNothing(value)) return null
  if (Number.isInteger(value)) {
    return Math.min(Math.max(value as number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  }
  problems.add(pointer, 'expected a whole number')
  return null
}

function refuseOthers(given: Members, known: ReadonlySet<string>, pointer: string, problems: Problems): void {
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue
    problems.add(`${pointer}/${escaped(name)}`, `expected only ${[...known].join(', ')}`)
  }
}

/** Absent and null are the same. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}
