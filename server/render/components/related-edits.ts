import type { EntityId } from '../../../shared/envelope.ts'
import { escaped, isObject } from '../../../shared/json.ts'
import type { RowName } from '../../../shared/page-save.ts'
import { AppError, MAX_PROBLEMS, type Problem } from '../../errors.ts'
import type { SaveContext } from '../save/component-save.ts'
import type { RelatedPlan } from './related-plan.ts'

type Values = Readonly<Record<string, unknown>>

/** Edits of a related list, their form checked; indexes are those of the edits, for pointers. */
export interface ParsedEdits {
  readonly add: readonly AddedRow[]
  readonly update: readonly ChangedRow[]
  readonly remove: readonly RemovedRow[]
  readonly moves: readonly Move[]
}

export interface AddedRow {
  readonly key: string
  /** A record that is there already, and where the edits name it; null: a new one is made of the values. */
  readonly related: { readonly id: EntityId; readonly pointer: string } | null
  /** Tag that the record was chosen with; null: any version of it. */
  readonly etag: string | null
  readonly values: Values
  readonly pointer: string
}

export interface ChangedRow {
  readonly id: EntityId
  readonly etag: string
  readonly values: Values
  readonly pointer: string
}

export interface RemovedRow {
  readonly id: EntityId
  readonly etag: string | null
  readonly pointer: string
}

export interface Move {
  readonly row: RowName
  readonly before: RowName | null
  readonly pointer: string
}

/** More rows than one batch changes, and more moves than an order of any length needs. */
const MOST = { add: 5000, update: 5000, remove: 5000, moves: 20_000 } as const
type Kind = keyof typeof MOST

/**
 * Reads the edits of a related list as strictly as a body of the data API.
 *
 * @throws {AppError} VALIDATION, UNKNOWN_FIELD with the pointers of all that is wrong.
 */
export function parseEdits(
  edits: unknown,
  plan: RelatedPlan,
  { isBulkEdit }: Pick<SaveContext, 'isBulkEdit'>,
): ParsedEdits {
  const problems: Problem[] = []
  const reading = new Reading(plan, problems)
  if (!isObject(edits)) throw new AppError(wrong('', 'expected an object'))
  for (const name of Object.keys(edits)) {
    if (!Object.hasOwn(MOST, name))
      problems.push(wrong(`/${escaped(name)}`, 'expected only add, update, remove and moves'))
  }
  for (const kind of ['update', 'remove', 'moves'] as const) {
    if (isBulkEdit && edits[kind] !== undefined)
      problems.push(wrong(`/${kind}`, 'expected none: to several records one can only add'))
  }
  if (edits.remove !== undefined && !plan.removes)
    problems.push(wrong('/remove', 'expected none: nothing is removed from this list'))
  if (edits.moves !== undefined && !plan.ordered)
    problems.push(wrong('/moves', 'expected none: this list has no order of its own'))
  const parsed: ParsedEdits = {
    add: entries(edits, 'add', problems, (item, at) => reading.added(item, at)),
    update: entries(edits, 'update', problems, (item, at) => reading.changed(item, at)),
    remove: entries(edits, 'remove', problems, (item, at) => reading.removed(item, at)),
    moves: entries(edits, 'moves', problems, (item, at) => reading.move(item, at)),
  }
  if (isBulkEdit && plan.rows.kind !== 'links') {
    for (const { related, values, pointer } of parsed.add)
      if (related === null || Object.keys(values).length > 0)
        problems.push(wrong(pointer, 'expected a record that is there already, and no values'))
  }
  requireOnce(parsed, problems)
  if (problems.length > 0) throw new AppError(problems.slice(0, MAX_PROBLEMS))
  return parsed
}

export function wrong(pointer: string, detail: string): Problem {
  return { code: 'VALIDATION', pointer, detail }
}

function entries<T>(
  edits: Values,
  kind: Kind,
  problems: Problem[],
  read: (item: Values, pointer: string) => T | null,
): readonly T[] {
  const list = edits[kind]
  if (list === undefined) return []
  if (!Array.isArray(list) || list.length > MOST[kind]) {
    problems.push(wrong(`/${kind}`, `expected a list of at most ${MOST[kind]}`))
    return []
  }
  return list.flatMap((item: unknown, index) => {
    const pointer = `/${kind}/${index}`
    if (!isObject(item)) problems.push(wrong(pointer, 'expected an object'))
    return isObject(item) ? (read(item, pointer) ?? []) : []
  })
}

/** A row is changed in one way: two would be done in an order that nobody said. */
function requireOnce({ add, update, remove }: ParsedEdits, problems: Problem[]): void {
  const once = (named: readonly { readonly name: RowName; readonly at: string }[]): void => {
    const seen = new Set<RowName>()
    for (const { name, at } of named) {
      if (seen.has(name)) problems.push(wrong(at, `expected ${JSON.stringify(name)} once`))
      seen.add(name)
    }
  }
  once([...update, ...remove].map(({ id, pointer }) => ({ name: id, at: `${pointer}/id` })))
  once(add.map(({ key, pointer }) => ({ name: key, at: `${pointer}/key` })))
  once(add.flatMap(({ related }) => (related === null ? [] : [{ name: related.id, at: related.pointer }])))
}

class Reading {
  private readonly plan: RelatedPlan
  private readonly problems: Problem[]

  constructor(plan: RelatedPlan, problems: Problem[]) {
    this.plan = plan
    this.problems = problems
  }

  added(item: Values, pointer: string): AddedRow | null {
    this.only(item, ['key', 'relatedId', 'etag', 'values'], pointer)
    const { key, etag = null } = item
    if (typeof key !== 'string' || key === '' || key.length > 100) {
      return this.wrong(`${pointer}/key`, 'expected a text of up to 100 characters')
    }
    if (etag !== null && typeof etag !== 'string') return this.wrong(`${pointer}/etag`, 'expected a tag')
    const { rows, create, editable, chooses } = this.plan
    const createNames = (create ?? []).map(({ name }) => name)
    const values = this.values(item.values ?? {}, [...createNames, ...editable], `${pointer}/values`)
    if (values === null) return null
    const { [rows.other?.name ?? '']: other, ...rest } = values
    const given = item.relatedId ?? other
    const at =
      item.relatedId === undefined && other !== undefined
        ? `${pointer}/values/${rows.other?.name}`
        : `${pointer}/relatedId`
    if (given === undefined || given === null) {
      // a link object is of the record it leads to
      if (rows.kind === 'links') return this.wrong(at, 'expected the id of a record')
      if (create === null) return this.wrong(pointer, 'expected "relatedId": no record is made in this list')
      return { key, related: null, etag, values, pointer }
    }
    if (!isId(given)) return this.wrong(at, 'expected the id of a record')
    // where a link object is made by its fields, the record that it leads to is one of them
    const isField = rows.other !== null && createNames.includes(rows.other.name)
    if (!chooses && !isField) return this.wrong(at, 'expected none: nothing is added to this list')
    return { key, related: { id: given, pointer: at }, etag, values: rest, pointer }
  }

  changed(item: Values, pointer: string): ChangedRow | null {
    this.only(item, ['id', 'etag', 'values'], pointer)
    const { id, etag } = item
    const values = this.values(item.values, this.plan.editable, `${pointer}/values`)
    if (!isId(id)) return this.wrong(`${pointer}/id`, 'expected the id of a row')
    if (typeof etag !== 'string') return this.wrong(`${pointer}/etag`, 'expected a tag')
    return values && { id, etag, values, pointer }
  }

  removed(item: Values, pointer: string): RemovedRow | null {
    this.only(item, ['id', 'etag'], pointer)
    const { id, etag = null } = item
    if (!isId(id)) return this.wrong(`${pointer}/id`, 'expected the id of a row')
    if (etag !== null && typeof etag !== 'string') return this.wrong(`${pointer}/etag`, 'expected a tag')
    return { id, etag, pointer }
  }

  move(item: Values, pointer: string): Move | null {
    this.only(item, ['row', 'before'], pointer)
    const { row, before } = item
    if (!isRowName(row))
      return this.wrong(`${pointer}/row`, 'expected the id of a row, or the key of one that is added')
    if (before !== null && !isRowName(before)) {
      return this.wrong(`${pointer}/before`, 'expected a row as in "row", or null: the end')
    }
    return { row, before, pointer }
  }

  private values(given: unknown, allowed: readonly string[], pointer: string): Values | null {
    if (!isObject(given)) return this.wrong(pointer, 'expected an object')
    for (const name of Object.keys(given)) {
      if (allowed.includes(name)) continue
      const detail = `this list changes no field ${JSON.stringify(name)}`
      this.problems.push({ code: 'UNKNOWN_FIELD', pointer: `${pointer}/${escaped(name)}`, detail })
    }
    return given
  }

  private only(item: Values, names: readonly string[], pointer: string): void {
    for (const name of Object.keys(item)) {
      if (!names.includes(name))
        this.problems.push(wrong(`${pointer}/${escaped(name)}`, `expected only ${names.join(', ')}`))
    }
  }

  private wrong(pointer: string, detail: string): null {
    this.problems.push(wrong(pointer, detail))
    return null
  }
}

function isRowName(value: unknown): value is RowName {
  return isId(value) || (typeof value === 'string' && value !== '')
}

function isId(value: unknown): value is EntityId {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
