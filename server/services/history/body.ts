import { brokenJsonRule } from '../../../shared/values/json-value.ts'
import { isStorable } from '../../../shared/values/storable.ts'
import { NAME_PATTERN } from '../../catalog/catalog.ts'
import { AppError, MAX_PROBLEMS, type Problem } from '../../errors.ts'
import { escaped, isObject, problem } from '../../write/body.ts'
import { OPERATIONS } from './entry.ts'

/** Entries of one body: what is more comes in several. */
export const MAX_BATCH = 1000

/**
 * Checks the body of a save: one entry, without the members that its path says.
 *
 * @throws {AppError} VALIDATION with a pointer for each thing that is wrong.
 */
export function checkSave(body: unknown): void {
  const problems: Problem[] = []
  checkMembers(body, '', ENTRY, problems)
  if (problems.length > 0) throw new AppError(problems)
}

/** Checks the body of a batch: `{_changes: [entry, …]}`, each with its `_mediaType` and `_id`. */
export function checkBatch(body: unknown): void {
  const problems: Problem[] = []
  checkMembers(body, '', { _changes: required(listOf(BATCH_ENTRY, MAX_BATCH)) }, problems)
  if (problems.length > 0) throw new AppError(problems)
}

/** The types whose records the caller may be told of, from `{_readable: [name, …]}`. */
export function readableTypes(body: unknown): readonly string[] {
  const problems: Problem[] = []
  checkMembers(body, '', { _readable: required(namesOnly) }, problems)
  if (problems.length > 0) throw new AppError(problems)
  return (body as { readonly _readable: readonly string[] })._readable
}

/** Adds what is wrong with a value; `expected` names a plain value's form. */
type Check = (value: unknown, pointer: string, problems: Problem[]) => void
type Members = Readonly<Record<string, { readonly check: Check; readonly required: boolean }>>

const required = (check: Check) => ({ check, required: true })
const optional = (check: Check) => ({ check, required: false })

function expecting(expected: string, is: (value: unknown) => boolean): Check {
  return (value, pointer, problems) => {
    if (!is(value)) problems.push(problem(pointer, `expected ${expected}`))
  }
}

function checkMembers(value: unknown, pointer: string, members: Members, problems: Problem[]): void {
  if (!isObject(value)) {
    problems.push(problem(pointer, `expected an object with ${Object.keys(members).join(', ')}`))
    return
  }
  for (const name of Object.keys(value)) {
    if (problems.length >= MAX_PROBLEMS) return
    if (!Object.hasOwn(members, name)) {
      problems.push(problem(`${pointer}/${escaped(name)}`, `expected only ${Object.keys(members).join(', ')}`))
    }
  }
  for (const [name, member] of Object.entries(members)) {
    const at = `${pointer}/${name}`
    if (Object.hasOwn(value, name)) member.check(value[name], at, problems)
    else if (member.required) problems.push(problem(at, `${name} is required`))
  }
}

function listOf(members: Members, max = Number.MAX_SAFE_INTEGER): Check {
  return (value, pointer, problems) => {
    if (!Array.isArray(value) || value.length > max) {
      problems.push(
        problem(pointer, max < Number.MAX_SAFE_INTEGER ? `expected at most ${max} objects` : 'expected a list'),
      )
      return
    }
    for (const [index, item] of value.entries()) {
      if (problems.length >= MAX_PROBLEMS) return
      checkMembers(item, `${pointer}/${index}`, members, problems)
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && isStorable(value)
const isName = (value: unknown): boolean => typeof value === 'string' && NAME_PATTERN.test(value)
const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && Number(value) >= least
const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

const id = expecting('an id', (value) => isWhole(value, 0))
const name = expecting('the name of a media type', isName)
const namesOnly = expecting('a list of names of media types', (value) => Array.isArray(value) && value.every(isName))

/** A value as the API shows it, whatever its type. */
const anyValue: Check = (value, pointer, problems) => {
  const expected = brokenJsonRule(value)
  if (expected !== null) problems.push(problem(pointer, `expected ${expected}`))
}

const FIELD: Members = { old: optional(anyValue), new: optional(anyValue), mediaType: optional(name) }

const fields: Check = (value, pointer, problems) => {
  if (!isObject(value)) {
    problems.push(problem(pointer, 'expected an object of fields'))
    return
  }
  for (const [field, change] of Object.entries(value)) {
    if (problems.length >= MAX_PROBLEMS) return
    const at = `${pointer}/${escaped(field)}`
    if (isStorable(field)) checkMembers(change, at, FIELD, problems)
    else anyValue(field, at, problems)
  }
}

const RELATION: Members = {
  relation: required(expecting('the key of a relation', (value) => isText(value) && value !== '')),
  mediaType: required(name),
  ids: required(expecting('a list of ids', (value) => Array.isArray(value) && value.every((item) => isWhole(item, 0)))),
}

/** What fields and relations are called since, by media type. */
const names: Check = (value, pointer, problems) => {
  if (!isObject(value)) {
    problems.push(problem(pointer, 'expected an object of media types'))
    return
  }
  for (const [mediaType, moved] of Object.entries(value)) {
    if (problems.length >= MAX_PROBLEMS) return
    const isSound = isName(mediaType) && isObject(moved) && Object.entries(moved).flat().every(isText)
    if (!isSound) problems.push(problem(`${pointer}/${escaped(mediaType)}`, 'expected names by names of before'))
  }
}

const ENTRY: Members = {
  _eventId: optional(
    expecting('a UUID', (value) => isText(value) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)),
  ),
  _sequence: optional(expecting('a whole number from 1', (value) => isWhole(value, 1))),
  _version: required(expecting('a whole number', (value) => isWhole(value, 0))),
  _operation: required(
    expecting(OPERATIONS.join(' or '), (value) => (OPERATIONS as readonly unknown[]).includes(value)),
  ),
  _at: optional(expecting('a time as yyyy-MM-ddTHH:mm:ssZ', isTime)),
  _user: required((value, pointer, problems) => checkMembers(value, pointer, USER, problems)),
  _modifiedFields: optional(fields),
  _addedRelations: optional(listOf(RELATION)),
  _removedRelations: optional(listOf(RELATION)),
  _names: optional(names),
}

const USER: Members = {
  id: required(expecting('an id or null', (value) => value === null || isWhole(value, 1))),
  name: required(expecting('a text', isText)),
}

const BATCH_ENTRY: Members = { ...ENTRY, _mediaType: required(name), _id: required(id) }
