import { type FilterNode, FilterSyntaxError } from '../../shared/filter-ast.ts'
import { parseFilter } from '../../shared/filter-parse.ts'
import { AppError } from '../errors.ts'
import type { Keyed, ReadRequest, ReadTarget, SortKey } from './request.ts'

export interface PageLimits {
  readonly defaultPageSize: number
  readonly maxPageSize: number
}

/** The parameters that are no field, each with its second spelling (specification, "Query parameters of reads"). */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['hideMeta', 'hideMeta'],
  ['hidemeta', 'hideMeta'],
  ['hideLinks', 'hideLinks'],
  ['hidelinks', 'hideLinks'],
  ['pageSize', 'pageSize'],
  ['pagesize', 'pageSize'],
  ['page', 'page'],
  ['include', 'include'],
  ['sort', 'sort'],
  ['fields', 'fields'],
  ['filter', 'filter'],
  ['contentCriteria', 'contentcriteria'],
  ['contentcriteria', 'contentcriteria'],
  ['ignoreadmfields', 'ignoreadmfields'],
])

/** More `<field>=<value>` parameters than anyone writes. */
const MAX_EQUALS = 50

/** More keys than anyone sorts by; Postgres has a limit of its own. */
const MAX_SORT_KEYS = 20

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const BRACKETED = /^([A-Za-z_][A-Za-z0-9_]*)\[([A-Za-z0-9_.]*)\]$/
const SORT_KEY = /^(-?)([A-Za-z_][A-Za-z0-9_]*)(?:\[([A-Za-z_][A-Za-z0-9_]*)\])?$/

/**
 * Reads the query parameters of a read.
 *
 * @throws {AppError} PARAMETER or FILTER_SYNTAX naming the parameter.
 */
export function parseRead(mediaType: string, target: ReadTarget, query: string, limits: PageLimits): ReadRequest {
  const given = new Map<string, string>()
  const sorts = new Map<string, string>()
  const fieldSets = new Map<string, string>()
  const equals: { parameter: string; field: string; relatedField?: string; text: string }[] = []
  for (const [key, value] of query === '' ? [] : new URLSearchParams(query)) {
    const known = SPELLINGS.get(key)
    const bracketed = known === undefined ? BRACKETED.exec(key) : null
    if (known !== undefined) once(given, known, value, key)
    else if (bracketed?.[1] === 'sort') once(sorts, bracketed[2] as string, value, key)
    else if (bracketed?.[1] === 'fields') once(fieldSets, bracketed[2] as string, value, key)
    else if (bracketed)
      equals.push({ parameter: key, field: bracketed[1] as string, relatedField: bracketed[2] as string, text: value })
    else equals.push({ parameter: key, field: key, text: value })
  }
  if (equals.length > MAX_EQUALS) {
    throw parameterError(
      (equals[MAX_EQUALS] as { readonly parameter: string }).parameter,
      `expected at most ${MAX_EQUALS} fields to compare`,
    )
  }
  return {
    path: targetPath(mediaType, target),
    query,
    mediaType,
    target,
    include: includePaths(given.get('include')),
    sort: keyed('sort', given.get('sort'), sorts, sortKeys),
    fields: given.has('fields') || fieldSets.size > 0 ? keyed('fields', given.get('fields'), fieldSets, names) : null,
    filter: filterTree(given.get('filter')),
    equals,
    contentCriteria: criteriaId(given.get('contentcriteria')),
    page: pageIndex(given.get('page')),
    pageSize: pageSize(given.get('pageSize'), limits),
    hideMeta: flag(given.get('hideMeta'), 'hideMeta'),
    hideLinks: flag(given.get('hideLinks'), 'hideLinks'),
    ignoreAdmFields: flag(given.get('ignoreadmfields'), 'ignoreadmfields'),
  }
}

/** A single record, or what a write answers with, takes no parameters that choose among records. */
export function refuseListParameters(request: ReadRequest): void {
  const [equal] = request.equals
  const given =
    request.filter !== null
      ? 'filter'
      : request.contentCriteria !== null
        ? 'contentcriteria'
        : request.sort.main !== null
          ? 'sort'
          : request.page !== 0
            ? 'page'
            : equal?.parameter
  if (given !== undefined)
    throw parameterError(given, 'it belongs to lists: expected hideMeta, hideLinks, include or fields')
}

function targetPath(mediaType: string, target: ReadTarget): string {
  const base = `/api/v1/${mediaType}`
  if (target.kind === 'list') return base
  if (target.kind === 'ids') return `${base}/${target.ids.join(',')}`
  return target.kind === 'one' ? `${base}/${target.id}` : `${base}/${target.id}/${encodeURIComponent(target.child)}`
}

function once(into: Map<string, string>, key: string, value: string, parameter: string): void {
  if (into.has(key)) throw parameterError(parameter, 'it is given more than once')
  into.set(key, value)
}

function keyed<T>(
  name: string,
  main: string | undefined,
  byType: Map<string, string>,
  read: (text: string, parameter: string) => T[],
): Keyed<T> {
  if (main !== undefined && byType.size > 0) {
    throw parameterError(name, `${name} and ${name}[<media type>] cannot be mixed: name the media type in all of them`)
  }
  const entries = [...byType].map(([key, text]) => {
    const parameter = `${name}[${key}]`
    if (key === '') throw parameterError(parameter, 'expected a media type name in the brackets')
    return [key, read(text, parameter)] as const
  })
  return { main: main === undefined ? null : read(main, name), byType: new Map(entries) }
}

export function sortKeys(text: string, parameter: string): SortKey[] {
  const parts = split(text)
  if (parts.length > MAX_SORT_KEYS)
    throw parameterError(parameter, `expected at most ${MAX_SORT_KEYS} fields to sort by`)
  return parts.map((part) => {
    const match = SORT_KEY.exec(part)
    if (!match)
      throw parameterError(parameter, `expected field names, each with "-" before it to sort downwards, not "${part}"`)
    const [, minus, field, relatedField] = match
    return {
      field: field as string,
      ...(relatedField === undefined ? {} : { relatedField }),
      descending: minus === '-',
    }
  })
}

function names(text: string, parameter: string): string[] {
  const list = split(text)
  const wrong = list.find((part) => !/^[A-Za-z_][A-Za-z0-9_]*(?:\[[A-Za-z_][A-Za-z0-9_]*\])?$/.test(part))
  if (wrong !== undefined) throw parameterError(parameter, `expected field names separated by commas, not "${wrong}"`)
  return [...new Set(list)]
}

function includePaths(text: string | undefined): readonly (readonly string[])[] {
  if (text === undefined) return []
  const unique = [...new Set(split(text))]
  const paths = unique.map((part) => part.split('.'))
  for (const path of paths) {
    if (path.length > 2) throw parameterError('include', `"${path.join('.')}" has more than two levels`)
    if (!path.every((name) => NAME.test(name)))
      throw parameterError('include', `expected media type names, not "${path.join('.')}"`)
    if (path.length === 2 && !unique.includes(path[0] as string)) {
      throw parameterError('include', `"${path.join('.')}" needs its first level too: add "${path[0]}"`)
    }
  }
  return paths
}

function filterTree(text: string | undefined): FilterNode | null {
  if (text === undefined) return null
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof FilterSyntaxError) throw filterError(error.position, error.expected)
    throw error
  }
}

function criteriaId(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text))
    throw parameterError('contentcriteria', `expected the id of content criteria, not "${text}"`)
  return Number(text)
}

/** Any whole number: a page that does not exist is empty, and `_meta` tells where the others are. */
function pageIndex(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^-?\d+$/.test(text)) throw parameterError('page', `expected a whole number from 0, not "${text}"`)
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}

function pageSize(text: string | undefined, limits: PageLimits): number | null {
  if (text === undefined) return null
  if (!/^-?\d+$/.test(text)) throw parameterError('pageSize', `expected a whole number, not "${text}"`)
  return Math.min(Math.max(Number(text), 1), limits.maxPageSize)
}

export function flag(text: string | undefined, parameter: string): boolean {
  if (text === undefined || text === '0' || text === 'false') return false
  if (text === '1' || text === 'true') return true
  throw parameterError(parameter, `expected 1 or 0, not "${text}"`)
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function parameterError(parameter: string, detail: string): AppError {
  return new AppError({ code: 'PARAMETER', parameter, detail: `${parameter}: ${detail}` })
}

export function filterError(position: number, expected: string): AppError {
  const detail = `filter: expected ${expected} at position ${position}`
  return new AppError({ code: 'FILTER_SYNTAX', parameter: 'filter', detail, meta: { position, expected } })
}
