import { sql } from 'kysely'
import type { Catalog } from '../catalog/catalog.ts'
import { readingOf } from '../catalog/foreign-readings.ts'
import type { Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError } from '../errors.ts'

/**
 * Tries what changed of media types whose tables Marquee does not make: a field of theirs must be a column that is
 * there and reads as the field's type, and a joining table must be there.
 */
export async function tryForeignTables(tx: Transaction, before: Catalog, after: Catalog): Promise<void> {
  for (const type of after.mediaTypes.values()) {
    if (!type.foreign) continue
    const statement = readingOf(type)
    const known = before.mediaTypes.get(type.name)
    if (known?.foreign && readingOf(known) === statement) continue
    try {
      await sql.raw(statement).execute(tx.kysely)
    } catch (error) {
      if (databaseErrorCode(error) === null) throw error
      const detail = `${type.name} cannot be read so: expected fields that are columns of ${type.table}, each of a type it can be read as`
      throw new AppError({ code: 'VALIDATION', detail })
    }
  }
}
