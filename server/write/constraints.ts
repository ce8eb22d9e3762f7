import { type Field, identifier, type MediaType } from '../catalog/catalog.ts'
import { indexName } from '../catalog/index-name.ts'
import type { Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError, type Problem } from '../errors.ts'
import type { BoundWrite } from './bind-write.ts'
import { problem } from './body.ts'
import { Parameters, run } from './sql.ts'

/** Finds values of unique fields that another record has, or another element of the same body, before Postgres does. */
export async function checkUnique(
  tx: Transaction,
  writes: readonly Pick<BoundWrite, 'columns' | 'pointer'>[],
  type: MediaType,
  self: number | null,
  problems: Problem[],
): Promise<void> {
  const seen = new Set<string>()
  for (const { field, value, pointer } of writes.flatMap((bound) => bound.columns)) {
    if (value === null || !isUnique(field)) continue
    const values = new Parameters()
    const text = `select id from ${identifier(type.table)} where ${identifier(field.column)} = ${values.add(value, field.type.parameterType)}
      and id is distinct from ${values.add(self, 'bigint')} limit 1`
    const twice = seen.has(`${field.name} ${JSON.stringify(value)}`)
    seen.add(`${field.name} ${JSON.stringify(value)}`)
    if (twice || (await run(tx, text, values)).length > 0) problems.push(taken(type, field, value, pointer))
  }
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
