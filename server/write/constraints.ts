import type { Field, MediaType } from '../catalog/catalog.ts'
import { columnSql, keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import type { Problem } from '../errors.ts'
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

export function isUnique(field: Field): boolean {
  return field.unique || field.relation?.kind === 'one-to-one'
}

export function taken(type: MediaType, field: Field, value: unknown, pointer: string): Problem {
  return {
    code: 'UNIQUE',
    pointer,
    detail: `Another ${type.label.toLowerCase()} already has the ${field.label.toLowerCase()} ${JSON.stringify(value)}.`,
    meta: { field: field.name, value },
  }
}
