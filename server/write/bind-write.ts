import { SECRET_PLACEHOLDER } from '../../shared/envelope.ts'
import type { Catalog, Field, MediaType } from '../catalog/catalog.ts'
import { MAX_PROBLEMS, type Problem } from '../errors.ts'
import { isSystemField } from '../query/system-fields.ts'
import { type BoundLink, bindLinks } from './bind-links.ts'
import { type BodyElement, escaped, isObject, problem } from './body.ts'

/** One entity to write: columns with their values, and changes of relations. */
export interface BoundWrite {
  readonly columns: readonly BoundColumn[]
  readonly links: readonly BoundLink[]
  /** What the body says of the record's files, not yet read; null: nothing. */
  readonly files: { readonly value: unknown; readonly pointer: string } | null
  readonly pointer: string
}

export interface BoundColumn {
  readonly field: Field
  readonly value: unknown
  /** Where the value stands in the body. */
  readonly pointer: string
}

/** Members of an entity that describe it and are never written. */
const DESCRIPTIVE = new Set([
  ...['_id', '_href', '_type', '_etag', '_permissions', '_links'],
  ...['_url', '_playback_type', '_suffix'],
])
/** Member of `_links` that holds the files of a record [FD1]. */
const FILES = '_files'
/** Member of a new record with files, for its field of keywords [FD2]. */
const KEYWORDS = { member: '_keywords', field: 'keywords' }

/**
 * Looks up the members of an element and reads their values by their fields' types. Read-only fields are passed over
 * (specification, "Create-body rules"). Whatever is wrong goes into `problems`, all of it.
 *
 * @param whole the media type with all of its fields: a new record gets their defaults.
 * @param catalog as the caller knows it.
 */
export function bindWrite(
  element: BodyElement,
  whole: MediaType,
  mode: 'create' | 'update',
  catalog: Catalog,
  problems: Problem[],
): BoundWrite {
  const type = catalog.mediaTypes.get(whole.name) ?? whole
  const columns = new Map<string, BoundColumn>()
  const linkMembers = linksOf(element, problems)
  // of a media type without files it is a relation that there is not
  const files = type.hasFile ? taken(linkMembers, FILES) : null
  for (const [member, value] of Object.entries(element.members)) {
    if (DESCRIPTIVE.has(member)) continue
    if (problems.length >= MAX_PROBLEMS) break
    const pointer = `${element.pointer}/${escaped(member)}`
    const name = type.hasFile && member === KEYWORDS.member ? KEYWORDS.field : member
    const field = type.fields.get(name)
    if (name !== member && field !== undefined && Object.hasOwn(element.members, name)) {
      problems.push(problem(pointer, `${name} is given as well: expected it once`))
      continue
    }
    if (field === undefined) {
      if (!isSystemField(name))
        problems.push({
          code: 'UNKNOWN_FIELD',
          pointer,
          detail: `${type.name} has no field named ${JSON.stringify(name)}`,
        })
    } else if (field.relation !== null) {
      if (Object.hasOwn(linkMembers, name))
        problems.push(problem(pointer, `${name} stands in "_links" as well: expected it once`))
      else linkMembers[name] = { value, pointer }
    } else {
      const written = field.type.exact === true ? (element.exact?.[name] ?? value) : value
      const column = readColumn(field, written, pointer, mode, problems)
      if (column !== null) columns.set(name, column)
    }
  }
  const links = bindLinks(linkMembers, type, catalog, problems)
  if (mode === 'create') complete(whole, type, columns, links, element.pointer, problems)
  return { columns: [...columns.values()], links, files, pointer: element.pointer }
}

type LinkMembers = Record<string, { readonly value: unknown; readonly pointer: string }>

function linksOf(element: BodyElement, problems: Problem[]): LinkMembers {
  const links = element.members._links
  const pointer = `${element.pointer}/_links`
  if (links === undefined) return {}
  if (!isObject(links)) {
    problems.push(problem(pointer, 'expected an object of relations'))
    return {}
  }
  return Object.fromEntries(
    Object.entries(links).map(([key, value]) => [key, { value, pointer: `${pointer}/${escaped(key)}` }]),
  )
}

function taken(members: LinkMembers, name: string): LinkMembers[string] | null {
  const member = members[name] ?? null
  delete members[name]
  return member
}

export function readColumn(
  field: Field,
  value: unknown,
  pointer: string,
  mode: 'create' | 'update',
  problems: Problem[],
): BoundColumn | null {
  if (field.readOnly) return null
  if (field.type.placeholder !== undefined && value === SECRET_PLACEHOLDER) return null
  if (value === null || (value === '' && field.required)) {
    if (!field.required) return { field, value: null, pointer }
    if (mode === 'create' && value === null && field.defaultValue !== null) return null
    problems.push(required(field, pointer))
    return null
  }
  const parsed = field.type.parseJson(value, field)
  if (!parsed.ok) {
    problems.push(problem(pointer, `${field.label}: expected ${parsed.expected}`))
    return null
  }
  if (parsed.value === null && field.required) {
    problems.push(required(field, pointer))
    return null
  }
  return { field, value: parsed.value, pointer }
}

/** Fills in defaults of a new record and asks for what is required. */
function complete(
  whole: MediaType,
  type: MediaType,
  columns: Map<string, BoundColumn>,
  links: readonly BoundLink[],
  pointer: string,
  problems: Problem[],
): void {
  for (const field of whole.fields.values()) {
    const own = `${pointer}/${field.relation === null ? '' : '_links/'}${field.name}`
    const given = columns.has(field.name) || links.some((link) => link.relation.field === field.name)
    if (given || problems.some((known) => isWithin(known, own) || isWithin(known, `${pointer}/${field.name}`))) continue
    const initial = initialColumn(field, own)
    if (initial !== null) columns.set(field.name, initial)
    else if (field.required && field.stored)
      problems.push(type.fields.has(field.name) ? required(field, own) : hiddenFrom(type, pointer))
  }
}

function isWithin({ pointer = '' }: Problem, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`)
}

/** The default that a new record gets where the body says nothing; null: there is none. */
export function initialColumn(field: Field, pointer: string): BoundColumn | null {
  if (field.defaultValue === null || !field.stored) return null
  const initial = field.type.parseJson(field.defaultValue, field)
  return initial.ok ? { field, value: initial.value, pointer } : null
}

/** What a new record needs cannot be named to who may not know of it [P4]. */
function hiddenFrom({ name }: MediaType, pointer: string): Problem {
  const detail = `a new record of ${name} needs what you may not see`
  return { code: 'FORBIDDEN', pointer, detail }
}

export function required(field: Field, pointer: string): Problem {
  return problem(pointer, `${field.label} is required`)
}
