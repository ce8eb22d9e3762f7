import { MAX_OPERATIONS } from '../../shared/batch.ts'
import { parseExactOrNull } from '../../shared/exact-json.ts'
import { AppError, MAX_PROBLEMS, type Problem } from '../errors.ts'
import { type BodyElement, escaped, isObject, parseJson, problem } from './body.ts'
import type { LocalId, WriteOperation } from './operations.ts'
import { quoted } from './precondition.ts'

const ROOT = '_operations'

const MEMBERS = {
  add: ['_op', '_type', '_lid', '_data'],
  update: ['_op', '_href', '_etag', '_data', '_bulk'],
  remove: ['_op', '_href', '_etag'],
} as const

/**
 * Reads the body of a batch [D5].
 *
 * @throws {AppError} BODY_SYNTAX for what is no JSON, VALIDATION with the pointers of all that is wrong.
 */
export function readBatch(text: string): readonly WriteOperation[] {
  const root = parseJson(text)
  if (!isObject(root)) throw new AppError(problem('', `expected an object with the member "${ROOT}"`))
  const list = root[ROOT]
  if (!Array.isArray(list) || list.length === 0) {
    throw new AppError(problem(`/${ROOT}`, 'expected an array of at least one operation'))
  }
  if (list.length > MAX_OPERATIONS) {
    throw new AppError(problem(`/${ROOT}`, `expected at most ${MAX_OPERATIONS} operations, not ${list.length}`))
  }
  const problems: Problem[] = Object.keys(root)
    .filter((name) => name !== ROOT)
    .map((name) => problem(`/${escaped(name)}`, `expected only the member "${ROOT}"`))
  const exact = parseExactOrNull(text) as { readonly [ROOT]: readonly { readonly _data?: unknown }[] } | null
  const reading = new Reading(problems)
  const operations = list.flatMap((item, index) => {
    if (problems.length >= MAX_PROBLEMS) return []
    return reading.operation(item, exact?.[ROOT][index]?._data, `/${ROOT}/${index}`) ?? []
  })
  if (problems.length > 0) throw new AppError(problems)
  return operations
}

class Reading {
  /** Media types of records by the local ids that earlier operations gave them. */
  private readonly lids = new Map<string, string>()
  private readonly problems: Problem[]

  constructor(problems: Problem[]) {
    this.problems = problems
  }

  operation(item: unknown, exact: unknown, pointer: string): WriteOperation | null {
    if (!isObject(item)) return this.wrong(pointer, 'expected an operation')
    const op = item._op
    if (op !== 'add' && op !== 'update' && op !== 'remove')
      return this.wrong(`${pointer}/_op`, 'expected "add", "update" or "remove"')
    const allowed: readonly string[] = MEMBERS[op]
    for (const name of Object.keys(item)) {
      if (!allowed.includes(name)) this.wrong(`${pointer}/${escaped(name)}`, `expected one of ${allowed.join(', ')}`)
    }
    if (op === 'add') return this.add(item, exact, pointer)
    const target = this.target(item._href, `${pointer}/_href`)
    const precondition = this.tag(item._etag, `${pointer}/_etag`)
    const places = { target: `${pointer}/_href`, tag: `${pointer}/_etag` }
    if (op === 'remove') return target && { kind: 'remove', ...target, precondition, places }
    const element = this.data(item._data, exact, `${pointer}/_data`)
    const { _bulk: bulk } = item
    if (bulk !== undefined && bulk !== true) return this.wrong(`${pointer}/_bulk`, 'expected true, or nothing')
    const alike = bulk === undefined ? {} : { bulk }
    return target && element && { kind: 'update', ...target, element, precondition, ...alike, places }
  }

  private add(item: Readonly<Record<string, unknown>>, exact: unknown, pointer: string): WriteOperation | null {
    const { _type: type, _lid: lid } = item
    const element = this.data(item._data ?? {}, exact, `${pointer}/_data`)
    if (typeof type !== 'string') return this.wrong(`${pointer}/_type`, 'expected the name of a media type')
    if (lid !== undefined) {
      if (typeof lid !== 'string' || lid === '' || lid.length > 255)
        return this.wrong(`${pointer}/_lid`, 'expected a text of up to 255 characters')
      if (this.lids.has(lid)) return this.wrong(`${pointer}/_lid`, 'this local id is given already: expected another')
      this.lids.set(lid, type)
    }
    return element && { kind: 'add', type, element, ...(lid === undefined ? {} : { lid }), pointer: `${pointer}/_type` }
  }

  private target(href: unknown, pointer: string): { readonly type: string; readonly target: number | LocalId } | null {
    if (isObject(href) && typeof href._lid === 'string') {
      const type = this.lids.get(href._lid)
      if (type !== undefined) return { type, target: { lid: href._lid } }
      return this.wrong(pointer, `expected ${JSON.stringify(href._lid)} to be the local id of an earlier operation`)
    }
    const found =
      typeof href === 'string' ? /^(?:https?:\/\/[^/?#]*)?\/api\/v1\/([^/?#,]+)\/(\d{1,19})$/.exec(href) : null
    if (found === null) return this.wrong(pointer, 'expected the address of a record, such as "/api/v1/films/7"')
    return { type: decoded(found[1] as string), target: Number(found[2]) }
  }

  private tag(tag: unknown, pointer: string): string | null {
    if (tag === undefined || tag === null) return null
    if (typeof tag !== 'string') return this.wrong(pointer, 'expected a tag')
    return quoted(tag)
  }

  private data(data: unknown, exact: unknown, pointer: string): BodyElement | null {
    if (!isObject(data)) return this.wrong(pointer, 'expected an object')
    return { members: data, ...(isObject(exact) ? { exact } : {}), pointer }
  }

  private wrong(pointer: string, detail: string): null {
    this.problems.push(problem(pointer, detail))
    return null
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
