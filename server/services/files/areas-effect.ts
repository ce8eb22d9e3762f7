import { sql } from 'kysely'
import type { WriteEffect } from '../../write/effects.ts'

/** Storage areas hold credentials and decide who may download: administrators alone change them; one is the default. */
export const areasEffect: WriteEffect = {
  concerns: ({ name }) => name === 'storage_areas',
  prepare: async ({ write, id, pointer }, { tx, rights }, problems) => {
    if (!rights.unrestricted) {
      const at = pointer === '' ? {} : { pointer }
      problems.push({ code: 'FORBIDDEN', ...at, detail: 'only administrators change storage areas' })
    } else if (write?.columns.some(({ field, value }) => field.name === 'is_default' && value === true)) {
      await sql`update storage_areas set is_default = false, version = version + 1
        where is_default and id is distinct from ${id}::bigint`.execute(tx.kysely)
    }
    return write
  },
}
