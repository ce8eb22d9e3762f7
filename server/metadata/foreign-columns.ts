import { sql } from 'kysely'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { columnSql, insertedSql, keySql, tableSql, versionSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError } from '../errors.ts'

/**
 * Tries what changed of media types whose tables Marquee does not make: a field of theirs must be a column that is
 * there and reads as the field's type.
 */
export async function tryForeignTables(tx: Transaction, before: Catalog, after: Catalog): Promise<void> {
  for (const type of after.mediaTypes.values()) {
    if (!type.foreign) continue
    const statement = readSql(type)
    const known = before.mediaTypes.get(type.name)
    if (known?.foreign && readSql(known) === statement) continue
    try {
      await sql.raw(statement).execute(tx.kysely)
    } catch (error) {
      if (databaseErrorCode(error) === null) throw error
      const detail = `${type.name} cannot be read so: expected fields that are columns of ${type.table}, each of a type it can be read as`
      throw new AppError({ code: 'VALIDATION', detail })
    }
  }
}

function readSql(type: MediaType): string {
  const stored = [...type.fields.values()].filter((field) => field.stored)
  const columns = stored.map((field) => {
    const column = columnSql(type, field, 'm')
    // what is cast fails on values, which are not asked for
    return `(${column})${field.columnType === null ? ` is not distinct from null::${field.type.parameterType}` : ''}`
  })
  const all = [keySql(type, 'm'), versionSql(type, 'm'), insertedSql(type, 'm'), ...columns]
  return `select ${all.join(', ')} from ${tableSql(type.table)} m limit 0`
}
