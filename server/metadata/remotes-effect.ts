import { sql } from 'kysely'
import { MAX_REMOTES, remoteFault } from '../../shared/remotes.ts'
import type { Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import type { BoundWrite } from '../write/bind-write.ts'
import type { WriteEffect } from '../write/effects.ts'
import { onlyAdministrators } from './only-administrators.ts'
import type { RemotesSource } from './remotes.ts'
import { valuesOf, written } from './values.ts'

const TOO_MANY = `at most ${MAX_REMOTES} bundles can be in use: take another one out of use first`

/** Bundles run with everybody's rights, so that administrators alone change them; three are in use at most [R5]. */
export function remotesEffect(remotes: RemotesSource): WriteEffect {
  return {
    concerns: ({ name }) => name === 'adm_remotes',
    prepare: async (intent, { tx, rights }, problems) => {
      if (!rights.unrestricted) problems.push(onlyAdministrators(intent, 'component bundles'))
      const { write, id } = intent
      if (write === null) return null
      // saves that each put one more in use would not see one another
      await sql`lock table adm_remotes in share row exclusive mode`.execute(tx.kysely)
      const known = tx.kysely
        .selectFrom('adm_remotes')
        .selectAll()
        .where('id', '=', id ?? 0)
      const was = await known.executeTakeFirst()
      problems.push(...faults(write, { name: '', entry: '', integrity: null, ...was }))
      const enables = written(write, 'is_enabled')
      if (enables?.value === true && (await inUse(tx, id)) >= MAX_REMOTES) {
        problems.push({ code: 'VALIDATION', pointer: enables.pointer, detail: TOO_MANY })
      }
      return write
    },
    settle: async (_changes, { tx }) => {
      if ((await inUse(tx, null)) > MAX_REMOTES) throw new AppError({ code: 'VALIDATION', detail: TOO_MANY })
    },
    committed: () => remotes.refresh(),
  }
}

interface Before {
  readonly name: string | null
  readonly entry: string | null
  readonly integrity: string | null
}

function faults(write: BoundWrite, was: Before): readonly Problem[] {
  const { name, entry, integrity } = { ...was, ...valuesOf(write) } as Before
  // what is missing is told by its being required
  if (!name || !entry) return []
  const fault = remoteFault({ name, entry, ...(integrity === null || integrity === '' ? {} : { integrity }) })
  if (fault === null) return []
  const pointer = written(write, fault.member)?.pointer ?? `${write.pointer}/${fault.member}`
  return [{ code: 'VALIDATION', pointer, detail: `expected ${fault.expected}` }]
}

/** Bundles in use, but the one with this id. */
async function inUse(tx: Transaction, but: number | null): Promise<number> {
  const found = await tx.kysely.selectFrom('adm_remotes').select('id').where('is_enabled', '=', true).execute()
  return found.filter(({ id }) => Number(id) !== but).length
}
