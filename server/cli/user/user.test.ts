import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPassword } from '../../auth/password.ts'
import { loadConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { emptyDatabase } from '../../db/test-database.ts'
import { openDatabase } from '../../runtime/open-database.ts'
import { commands } from '../commands.ts'
import { type Ran, ran } from '../test-surroundings.ts'

const env = { DATABASE_URL: await emptyDatabase() }
const user = (...words: string[]): Promise<Ran> => ran(['user', ...words], commands, { env })

async function within<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(loadConfig(env))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const value = (text: string): Promise<string | null | undefined> =>
  within(async (database) => (await database.read({ text, values: [] }))[0]?.[0])

beforeAll(async () => {
  expect(await ran(['migrate'], commands, { env })).toMatchObject({ code: 0 })
  await within(({ kysely }) => sql`insert into groups (name) values ('Editors'), ('Guests')`.execute(kysely))
})

describe('user add', () => {
  it('gives a password that is shown once and kept as a hash', async () => {
    const added = await user('add', 'root', '--admin', '--json')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const { password } = JSON.parse(added.stdout)
    const hash = await value("select password_hash from users where username = 'root' and is_administrator")
    expect(await verifyPassword(password, hash ?? null)).toBe(true)
    expect(hash).not.toContain(password)
  })

  it('puts the user into groups, all of which must be there', async () => {
    expect(
      await user('add', 'eve', '--name', 'Eve Adams', '--email', 'Eve@example.org', '--group', 'Editor'),
    ).toMatchObject({
      code: 1,
      stderr: 'marquee: there is no group "Editor"; did you mean Editors?\n',
    })
    expect(
      await user('add', 'eve', '--name', 'Eve Adams', '--email', 'Eve@example.org', '--group', 'Editors'),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Added eve\. The password is \S+ \(shown this once\)\.\n$/),
    })
    const { stdout } = await user('list', '--json')
    expect(JSON.parse(stdout)).toEqual([
      {
        username: 'eve',
        name: 'Eve Adams',
        email: 'Eve@example.org',
        administrator: false,
        disabled: false,
        groups: ['Editors'],
      },
      { username: 'root', name: 'root', email: null, administrator: true, disabled: false, groups: [] },
    ])
  })

  it.each([
    [['EVE'], 1, 'EVE is taken by the user eve'],
    [['bob', '--email', 'eve@EXAMPLE.org'], 1, 'eve@EXAMPLE.org is taken by the user eve'],
    [['eve@example.org'], 1, 'is taken by the user eve'],
    [['bob', '--email', 'nobody'], 2, 'expected an e-mail address'],
    [[' bob'], 2, 'expected a user name'],
    [['bob', '--name', ''], 2, 'expected a name'],
  ])('refuses %j', async (words, code, message) => {
    expect(await user('add', ...words)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
  })
})

describe('user groups', () => {
  it('shows and changes them', async () => {
    expect(await user('groups', 'EVE@example.org')).toMatchObject({ code: 0, stdout: 'Editors\n' })
    const changed = await user('groups', 'eve', '--add', 'Guests', '--add', 'Editors', '--json')
    expect(JSON.parse(changed.stdout)).toEqual({ user: 'eve', groups: ['Editors', 'Guests'] })
    expect(await user('groups', 'eve', '--remove', 'Editors')).toMatchObject({ stdout: 'Guests\n' })
    expect(await user('groups', 'eve', '--remove', 'Guests', '--add', 'Guests')).toMatchObject({ code: 2 })
  })
})

describe('user disable', () => {
  it('ends what the user began and keeps somebody to administer', async () => {
    await within(({ kysely }) =>
      sql`insert into auth_tokens (handle_hash, kind, user_id, issued_at, expires_at, family, jwt, kid)
        select 'h', 'access', id, 0, 9999999999, '', '', '' from users where username = 'eve'`.execute(kysely),
    )
    expect(await user('disable', 'eve')).toMatchObject({ code: 0, stdout: 'eve is disabled\n' })
    expect(await user('disable', 'eve')).toMatchObject({ code: 0, stdout: 'eve is disabled already\n' })
    expect(await value('select count(*)::text from auth_tokens')).toBe('0')
    expect(await user('disable', 'root')).toMatchObject({ code: 1, stderr: expect.stringContaining('nobody else') })
    expect(await user('enable', 'eve')).toMatchObject({ code: 0, stdout: 'eve is enabled\n' })
    expect(await user('list')).toMatchObject({ stdout: expect.not.stringContaining('disabled') })
    const administrate = (may: boolean) =>
      within(({ kysely }) => sql`update users set is_administrator = ${may} where username = 'root'`.execute(kysely))
    // where nobody administers the service anyway nothing is lost
    await administrate(false)
    expect(await user('disable', 'eve')).toMatchObject({ code: 0, stdout: 'eve is disabled\n' })
    expect(await user('enable', 'eve')).toMatchObject({ code: 0 })
    await administrate(true)
    expect(await user('enable', 'nobody')).toMatchObject({ code: 1, stderr: 'marquee: there is no user "nobody"\n' })
  })
})

/** As if eve had signed in so many times. */
const signedIn = (times: number) =>
  within(({ kysely }) =>
    sql`insert into auth_tokens (handle_hash, kind, user_id, issued_at, expires_at, family, jwt, kid)
      select 'of ' || each, 'access', id, 0, 9999999999, 'family ' || each, '', ''
      from users, generate_series(1, ${times}::integer) each where username = 'eve'`.execute(kysely),
  )
const tokens = () => value('select count(*)::text from auth_tokens')

describe('user end-sign-ins', () => {
  it('[SYS9] ends them all, and the user stays', async () => {
    await signedIn(2)
    expect(await user('end-sign-ins', 'EVE')).toMatchObject({ code: 0, stdout: '2 sign-ins of eve ended\n' })
    expect(await tokens()).toBe('0')
    const again = await user('end-sign-ins', 'eve', '--json')
    expect([again.code, JSON.parse(again.stdout)]).toEqual([0, { user: 'eve', ended: 0 }])
    expect(await value("select is_disabled::text from users where username = 'eve'")).toBe('false')
    expect(await user('end-sign-ins', 'ev')).toMatchObject({
      code: 1,
      stderr: 'marquee: there is no user "ev"; did you mean eve?\n',
    })
    expect(await user('end-sign-ins')).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('user second-factor', () => {
  const factor = (confirmed: number | null) =>
    within(({ kysely }) =>
      sql`insert into marquee_totp (user_id, sealed_key, confirmed_at, last_counter)
        select id, '', ${confirmed}::bigint, 0 from users where username = 'eve'`.execute(kysely),
    )
  const rows = () =>
    value('select (select count(*) from marquee_totp) || (select count(*) from marquee_recovery_codes)::text')

  it('[AUTH22] [A3.h] tells whether there is one and turns it off, with its recovery codes and all sign-ins', async () => {
    const told = (ran: Ran): unknown => JSON.parse(ran.stdout)
    expect(await user('second-factor', 'eve')).toMatchObject({
      ...{ code: 0, stdout: 'the second factor of eve is off\n' },
    })
    await factor(1)
    await within(({ kysely }) =>
      sql`insert into marquee_recovery_codes (user_id, code_hash) select user_id, 'h' from marquee_totp`.execute(
        kysely,
      ),
    )
    await signedIn(1)
    expect(told(await user('second-factor', 'eve', '--json'))).toEqual({
      ...{ user: 'eve', secondFactor: true, changed: false },
    })
    expect([await rows(), await tokens()]).toEqual(['11', '1'])
    expect(await user('second-factor', 'eve@example.org', '--off')).toMatchObject({
      ...{ code: 0, stdout: 'the second factor of eve is off\n' },
    })
    expect([await rows(), await tokens()]).toEqual(['00', '0'])
    expect(told(await user('second-factor', 'eve', '--off', '--json'))).toEqual({
      ...{ user: 'eve', secondFactor: false, changed: false },
    })
  })

  it('takes one that was never confirmed for none, and signs nobody out for it', async () => {
    await factor(null)
    await signedIn(1)
    expect(await user('second-factor', 'eve', '--off')).toMatchObject({
      stdout: 'the second factor of eve is off already\n',
    })
    expect([await rows(), await tokens()]).toEqual(['00', '1'])
    expect(await user('second-factor', 'nobody')).toMatchObject({ code: 1, stdout: '' })
    expect((await user('second-factor', '--help')).stdout).toContain('--off')
  })
})

describe('user passkeys', () => {
  it('[AUTH22] lists them and removes them all, with all sign-ins', async () => {
    expect(await user('passkeys', 'eve')).toMatchObject({ code: 0, stdout: 'eve has no passkey\n' })
    await within(({ kysely }) =>
      sql`insert into marquee_passkeys (user_id, credential_id, user_handle, public_key, counter, transports, name,
        created_at, is_backed_up)
        select id, 'c', 'h', 'k', 0, '', 'Laptop', 1800000000, false from users where username = 'eve'`.execute(kysely),
    )
    await user('end-sign-ins', 'eve')
    await signedIn(1)
    expect((await user('passkeys', 'eve')).stdout).toMatch(/^PASSKEY +ADDED +LAST USED\nLaptop +2027-01-15 +never\n$/)
    expect(await tokens()).toBe('1')
    const removed = await user('passkeys', 'eve', '--remove', '--json')
    expect(JSON.parse(removed.stdout)).toMatchObject({ user: 'eve', passkeys: [{ name: 'Laptop' }], removed: true })
    expect([await value('select count(*) from marquee_passkeys'), await tokens()]).toEqual(['0', '0'])
    expect((await user('passkeys', 'eve', '--remove')).stdout).toBe('eve has no passkey\n')
  })
})

describe('user groups, where there are none', () => {
  it('says where they are made', async () => {
    await within(({ kysely }) => sql`delete from groups`.execute(kysely))
    expect(await user('groups', 'eve', '--add', 'Editors')).toMatchObject({
      code: 1,
      stderr: 'marquee: there is no group "Editors"; there is none yet: groups are made under Administration\n',
    })
  })
})
