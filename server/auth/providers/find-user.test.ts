import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { createAuth } from '../index.ts'
import { addUser, openTestDatabase } from '../test-service.ts'
import { userOfProfile } from './find-user.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
  await database.kysely.insertInto('groups').values({ name: 'Editors' }).execute()
})

let accounts = 0

/** The user that an account with that verified address comes to; what kept it from being anybody's. */
async function userWith(email: string, domains: readonly string[] = []): Promise<number | string> {
  const create = domains.length === 0 ? null : { group: 'Editors', domains }
  const auth = createAuth({ database, providers: { providers: [], linkByEmail: true, create } })
  accounts += 1
  const profile = { issuer: 'https://id.example', subject: `${accounts}`, email, name: null }
  return userOfProfile(auth, 'test', profile).catch((error: { problem?: string }) => error.problem ?? String(error))
}

describe('[A6] [X38] an address that a provider verified', () => {
  it('is that of a user in any case of its letters', async () => {
    const mike = await addUser(database, 'mike', { email: 'Mike@Example.org' })
    expect(await userWith('mIKE@example.ORG')).toBe(mike)
    const kjell = await addUser(database, 'kjell', { email: 'kjell@bücher.example' })
    expect(await userWith('Kjell@bücher.example')).toBe(kjell)
  })

  // the databases' lower() takes the Kelvin sign for a k, and some a dotted I for an i
  it.each(['ni\u212aki@example.org', 'n\u0130kki@example.org'])(
    'is not that of a user it merely resembles: %s',
    async (odd) => {
      await database.kysely.deleteFrom('users').where('username', '=', 'nikki').execute()
      await addUser(database, 'nikki', { email: 'nikki@example.org' })
      expect(await userWith(odd)).toBe('unlinked')
    },
  )

  it('is of a domain whose users are created only if it is spelt alike', async () => {
    expect(await userWith('ada@ban\u212a.example', ['bank.example'])).toBe('unlinked')
    expect(await userWith('ada@Bank.Example', ['bank.example'])).toBeTypeOf('number')
  })
})
