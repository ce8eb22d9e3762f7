import type { Field, MediaType } from '../catalog/catalog.ts'
import { indexName } from '../catalog/index-name.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError, type Problem } from '../errors.ts'
import type { BoundWrite } from './bind-write.ts'
import { problem } from './body.ts'
import type { PlannedWrite } from './plan-links.ts'
import { Parameters, run } from './sql.ts'

/**
 * Finds values of unique fields that another record has, or another element of the same body, before Postgres does: one
 * statement for each such field.
 */
export async function checkUnique(
  tx: Transaction,
  writes: readonly Pick<PlannedWrite, 'id' | 'columns'>[],
  type: MediaType,
  problems: Problem[],
): Promise<void> {
  for (const field of type.fields.values()) {
    if (!isUnique(field) || !field.stored) continue
    const given = writes.flatMap(({ id, columns }) =>
      columns.flatMap((column) =>
        column.field === field && isScalar(column.value) ? [{ id, value: column.value, pointer: column.pointer }] : [],
      ),
    )
    if (given.length === 0) continue
    const texts = given.map(({ value }) => String(value))
    const elsewhere = await takenElsewhere(
      tx,
      type,
      field,
      texts,
      given.flatMap(({ id }) => id ?? []),
    )
    for (const [index, { value, pointer }] of given.entries()) {
      const twice = texts.indexOf(texts[index] as string) < index
      if (twice || elsewhere.has(index)) problems.push(taken(type, field, value, pointer))
    }
  }
}

/** Positions of the values that a record other than the given ones has. */
async function takenElsewhere(
  tx: Transaction,
  type: MediaType,
  field: Field,
  texts: readonly string[],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const values = new Parameters()
  const listed = values.add(JSON.stringify(texts), 'jsonb')
  const column = columnSql(type, field, 'm')
  const text = `select g.n - 1 as at from jsonb_array_elements_text(${listed}) with ordinality as g(v, n)
    where exists (select 1 from ${tableSql(type.table)} m where ${column} = g.v::${field.type.parameterType}
      and not ${keySql(type, 'm')} = any(${values.add(ids, 'bigint[]')}))`
  return new Set((await run<{ at: number }>(tx, text, values)).map(({ at }) => Number(at)))
}

/** Whatever has a text that Postgres reads back as the same value. */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isUnique(field: Field): boolean {
  return field.unique || field.relation?.kind === 'one-to-one'
}

function taken(type: MediaType, field: Field, value: unknown, pointer: string): Problem {
  return {
    code: 'UNIQUE',
    pointer,
    detail: `There is already a ${type.label.toLowerCase()} with the ${field.label.toLowerCase()} ${JSON.stringify(value)}.`,
    meta: { field: field.name, value },
  }
}

/**
 * What a write that Postgres refused means to its caller. Checks come first, so this is what a writer racing with
 * another one sees, and what introspected tables demand beyond their metadata.
 */
export function writeError(
  error: unknown,
  type: MediaType,
  writes: readonly Pick<BoundWrite, 'columns' | 'pointer'>[],
): unknown {
  const code = databaseErrorCode(error)
  if (code === null) return error
  const columns = writes.flatMap((bound) => bound.columns)
  const pointer = writes[0]?.pointer ?? ''
  const named = columns.find(({ field }) => {
    const own = ['key', 'fkey'].map((purpose) => indexName(type.table, field.column, purpose))
    return field.column === code.column || own.includes(code.constraint ?? '')
  })
  const at = named?.pointer ?? pointer
  if (code.sqlstate === '23505') {
    return new AppError(
      named
        ? taken(type, named.field, named.value, at)
        : { code: 'UNIQUE', pointer, detail: 'A record with these values exists already.' },
    )
  }
  if (code.sqlstate === '23503' && writes.length === 0) {
    return new AppError({
      code: 'REFERENCED',
      detail: 'Other records refer to this one.',
      meta: { constraint: code.constraint },
    })
  }
  if (code.sqlstate === '23503') return new AppError(problem(at, 'a related record was removed meanwhile'))
  if (code.sqlstate === '23502')
    return new AppError(problem(at, `${named?.field.label ?? code.column ?? 'a value'} is required`))
  if (code.sqlstate === '54000') return new AppError(problem(at, 'a value is too long for a field that must be unique'))
  if (code.sqlstate === '23514')
    return new AppError(problem(at, `a value breaks the rule ${code.constraint ?? 'of its column'}`))
  // Class 22: a value that its column cannot hold.
  if (code.sqlstate.startsWith('22')) return new AppError(problem(at, 'a value cannot be stored in its column'))
  return error
}
