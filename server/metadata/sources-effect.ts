import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Change } from '../write/changes.ts'
import type { Intent, WriteEffect } from '../write/effects.ts'
import { onlyAdministrators } from './only-administrators.ts'

const PARENT = 'parent'

/** Any number that only saves which move sources lock. */
const LOCK = 7_265_417_926

/**
 * The tree of sources stays one. Whoever moves a source gives what is in it to those who have rights on the place that
 * it comes to, as only administrators may.
 */
export const sourcesEffect: WriteEffect = {
  concerns: ({ name }) => name === 'sources',
  prepare: async (intent, { rights }, problems) => {
    if (!rights.unrestricted && moves(intent)) problems.push(onlyAdministrators(intent, 'where sources stand'))
    return intent.write
  },
  settle: async (changes, { tx }) => {
    const moved = changes.filter(isMoved).map(({ id }) => id)
    if (moved.length > 0) await refuseCircles(tx, moved)
  },
}

function moves({ id, write }: Intent): boolean {
  return id !== null && write?.links.some(({ relation }) => relation.field === PARENT) === true
}

function isMoved({ operation, fields, added }: Change): boolean {
  if (operation === 'Removed') return false
  return fields[PARENT] !== undefined || added.some(({ relation }) => relation === PARENT)
}

async function refuseCircles(tx: Transaction, moved: readonly number[]): Promise<void> {
  // of two that are moved below each other the second one waits and is refused
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx.kysely)
  const circles = sql<{ name: string }>`with recursive above (start, id) as (
      select id, parent from sources where id in (${sql.join(moved)}) and parent is not null
      union
      select a.start, s.parent from sources s join above a on s.id = a.id where s.parent is not null
    ) select s.name from above a join sources s on s.id = a.start where a.start = a.id order by s.id limit 1`
  const [found] = (await circles.execute(tx.kysely)).rows
  if (found === undefined) return
  throw new AppError({ code: 'VALIDATION', detail: `${JSON.stringify(found.name)} cannot stand below itself` })
}
