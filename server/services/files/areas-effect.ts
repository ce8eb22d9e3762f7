import { sql } from 'kysely'
import type { KeptSecrets } from '../../auth/index.ts'
import type { Problem } from '../../errors.ts'
import type { BoundColumn, BoundWrite } from '../../write/bind-write.ts'
import { problem } from '../../write/body.ts'
import type { WriteEffect } from '../../write/effects.ts'
import { isEndpoint } from './blob-stores/endpoint.ts'

export const AREAS_TYPE = 'storage_areas'

/**
 * Storage areas hold credentials and decide who may download: administrators alone change them; one is the default.
 * Their secret keys are stored sealed.
 */
export function areasEffect(secrets: KeptSecrets): WriteEffect {
  return {
    concerns: ({ name }) => name === AREAS_TYPE,
    prepare: async ({ write, id, pointer }, { tx, rights }, problems) => {
      problems.push(...wrongIn(write, pointer))
      if (!rights.unrestricted) {
        const at = pointer === '' ? {} : { pointer }
        problems.push({ code: 'FORBIDDEN', ...at, detail: 'only administrators change storage areas' })
      } else if (write?.columns.some(({ field, value }) => field.name === 'is_default' && value === true)) {
        await sql`update storage_areas set is_default = false, version = version + 1
          where is_default and id is distinct from ${id}::bigint`.execute(tx.kysely)
      }
      return write === null ? null : withSealed(write, secrets)
    },
  }
}

async function withSealed(write: BoundWrite, { seal }: KeptSecrets): Promise<BoundWrite> {
  const columns = write.columns.map(async (column): Promise<BoundColumn> => {
    const { field, value } = column
    return field.name === 'password' && typeof value === 'string' ? { ...column, value: await seal(value) } : column
  })
  return { ...write, columns: await Promise.all(columns) }
}

/** What could be used for no request; whether a storage answers there is told when it is used. */
const EXPECTED: Readonly<Record<string, { readonly holds: (text: string) => boolean; readonly what: string }>> = {
  endpoint: {
    holds: (text) => isEndpoint(text) || /^r2:\w+$/.test(text),
    what: 'an address that begins with http:// or https://, without a user or parameters, or r2:<binding>',
  },
  region: { holds: (text) => /^[a-z\d-]{1,40}$/i.test(text), what: 'a region, such as eu-west-1 or euwest1' },
}

function wrongIn(write: BoundWrite | null, pointer: string): readonly Problem[] {
  return (write?.columns ?? []).flatMap(({ field, value }) => {
    const expected = Object.hasOwn(EXPECTED, field.name) ? EXPECTED[field.name] : undefined
    if (expected === undefined || typeof value !== 'string' || value === '' || expected.holds(value)) return []
    return [problem(`${pointer}/${field.name}`, `expected ${expected.what}`)]
  })
}
