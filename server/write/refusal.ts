import type { MediaType } from '../catalog/catalog.ts'
import { type DatabaseErrorCode, databaseErrorCode } from '../db/errors.ts'
import { indexName } from '../db/index-name.ts'
import { AppError, type Problem } from '../errors.ts'
import type { BoundLink } from './bind-links.ts'
import type { BoundColumn, BoundWrite } from './bind-write.ts'
import { problem } from './body.ts'
import { taken } from './constraints.ts'

interface Refused {
  readonly error: DatabaseErrorCode
  readonly type: MediaType
  /** The value that the error is about, where it can be told. */
  readonly named: BoundColumn | undefined
  /** The relation that the error is about, where it can be told, and the id it led to. */
  readonly led: { readonly link: BoundLink; readonly id: string } | undefined
  readonly pointer: string
  readonly removal: boolean
}

/** What an SQLSTATE, or a class of them, means to whoever wrote. */
const MEANINGS: Readonly<Record<string, (refused: Refused) => Problem>> = {
  '23505': ({ type, named, pointer }) =>
    named === undefined
      ? { code: 'UNIQUE', pointer, detail: 'A record with these values exists already.' }
      : taken(type, named.field, named.value, pointer),
  '23503': ({ error, pointer, led, removal }) => {
    if (removal)
      return { code: 'REFERENCED', detail: 'Other records refer to this one.', meta: { constraint: error.constraint } }
    if (led === undefined)
      return problem(pointer, `there is no record such as ${error.constraint ?? 'its key'} asks for`)
    return problem(led.link.pointer, `there is no record of ${led.link.relation.to} with id ${led.id}`)
  },
  '23001': ({ error }) => ({
    code: 'REFERENCED',
    detail: 'Other records refer to this one.',
    meta: { constraint: error.constraint },
  }),
  '23502': ({ error, named, pointer }) =>
    problem(pointer, `${named?.field.label ?? error.column ?? 'a value'} is required`),
  '23514': brokenRule,
  '23P01': brokenRule,
  '54000': ({ pointer }) => problem(pointer, 'a value is too long for a field that must be unique'),
  '428C9': ({ error, pointer }) => problem(pointer, `${error.column ?? 'a column'} is generated and cannot be written`),
  '42501': ({ pointer }) => ({ code: 'FORBIDDEN', pointer, detail: 'the database does not permit this' }),
  '44000': brokenRule,
  // a value that its column cannot hold
  '22': unstorable,
  // what a trigger raises is written for people
  P0: raised,
}

/** Lost races and broken connections, which are nobody's refusal even when a trigger raises them. */
const AGAIN = /^(08|40|53|55P03|57)/

function meaningOf({ sqlstate, inText, ...error }: DatabaseErrorCode): ((refused: Refused) => Problem) | undefined {
  const known = MEANINGS[sqlstate] ?? MEANINGS[sqlstate.slice(0, 2)]
  if (known !== undefined || AGAIN.test(sqlstate)) return known
  if (error.raised) return raised
  // types of extensions call what they cannot read a syntax error; one of the statement itself has its place there
  return sqlstate.startsWith('426') && !inText ? unstorable : undefined
}

/**
 * What a write that Postgres refused means to its caller. Checks come first, so this is what a writer racing with
 * another one sees, and what introspected tables demand beyond their metadata.
 *
 * @param writes none: it was a removal.
 */
export function refusal(
  error: unknown,
  type: MediaType,
  writes: readonly Pick<BoundWrite, 'columns' | 'links' | 'pointer'>[],
): unknown {
  const code = databaseErrorCode(error)
  if (code === null) return error
  const meaning = meaningOf(code)
  if (meaning === undefined) return error
  const key = keyOf(code)
  const columns = writes.flatMap((bound) => bound.columns)
  const about = columns.filter(({ field }) => {
    const own = ['key', 'fkey'].map((purpose) => indexName(type.table, field.column, purpose))
    return field.column === code.column || own.includes(code.constraint ?? '')
  })
  const named = about.find(({ value }) => String(value) === key?.value) ?? about[0]
  const only = columns.length === 1 ? columns[0]?.pointer : undefined
  const pointer = named?.pointer ?? only ?? writes[0]?.pointer ?? ''
  const led =
    key === null
      ? undefined
      : ledBy(
          code,
          key,
          type,
          writes.flatMap(({ links }) => links),
        )
  const { pointer: at, ...rest } = meaning({ error: code, type, named, led, pointer, removal: writes.length === 0 })
  return new AppError(at === undefined || at === '' ? rest : { ...rest, pointer: at })
}

interface Key {
  readonly column: string
  readonly value: string
}

/** The key of one column that Postgres speaks of, as in `Key (name)=(Ada) already exists.` */
function keyOf({ detail }: DatabaseErrorCode): Key | null {
  const [, column, value] = /\(([^()]+)\)=\((.*)\)/s.exec(detail ?? '') ?? []
  return column === undefined || value === undefined ? null : { column: column.replaceAll('"', ''), value }
}

/** The relation whose foreign key leads to nothing; rather one that names the id than one whose finder found it. */
function ledBy(
  { table }: DatabaseErrorCode,
  { column, value }: Key,
  type: MediaType,
  links: readonly BoundLink[],
): Refused['led'] {
  const candidates = links.filter(({ relation: { via } }) =>
    via.kind === 'column'
      ? table === type.table && via.column === column
      : via.kind === 'link' && via.table === table && via.toColumn === column,
  )
  const names = (link: BoundLink): boolean =>
    link.values.some((each) => each.kind === 'id' && String(each.id) === value)
  const link = candidates.find(names) ?? candidates[0]
  return link && { link, id: value }
}

function raised({ error, pointer }: Refused): Problem {
  return problem(pointer, error.message)
}

function unstorable({ pointer }: Refused): Problem {
  return problem(pointer, 'a value cannot be stored in its column')
}

function brokenRule({ error, pointer }: Refused): Problem {
  return problem(pointer, `a value breaks the rule ${error.constraint ?? 'of its column'}`)
}
