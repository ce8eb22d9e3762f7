import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Explanation } from '../../shared/explanation.ts'
import { rowsOf } from '../query/test-sight-terms.ts'
import type { Row } from '../query/test-world.ts'
import { TYPES, type World } from '../query/test-world.ts'
import { inWorlds, openWorldSite, type WorldSite } from '../query/test-world-site.ts'

let site: WorldSite
beforeAll(async () => {
  site = await openWorldSite()
})
afterAll(() => site.close())

async function ask(user: number | 'root', query: Readonly<Record<string, string | number>>) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, text } = await site.ask(user, { path: `/api/v2/permissions/explain?${parameters}` })
  return { status, text, body: JSON.parse(text) as Explanation }
}

const PERMISSIONS = { read: 'CanRead', create: 'CanCreate', write: 'CanWrite', delete: 'CanDelete' } as const

it('[P1] [P2] [PERM:enum] an explanation says what is so, for every user, record and action', async () => {
  let allowed = 0
  await inWorlds(site, { worlds: 3, seed: 20_261_125 }, async (viewer) => {
    const { sight, user } = viewer
    for (const type of TYPES) {
      const made = await ask(user, { mediaType: type, action: 'create' })
      expect([type, made.body.allowed]).toEqual([type, sight.mayCreate(type)])
      for (const row of [...rowsOf(viewer, type).slice(0, 4), { id: 999 } as Row]) {
        const sees = row.id !== 999 && sight.sees(type, row)
        const may = { read: sees, write: sees && sight.mayWrite(type, row), delete: sees && sight.mayDelete(type, row) }
        for (const action of ['read', 'write', 'delete'] as const) {
          const { status, body } = await ask(user, { mediaType: type, id: row.id, action })
          expect([type, row.id, action, status, body.allowed]).toEqual([type, row.id, action, 200, may[action]])
          expect(body.permission).toBe(may[action] ? PERMISSIONS[action] : 'None')
          if (!sees) expect(body.reasons.map(({ kind }) => kind)).toEqual(['record'])
          if (may[action]) allowed += 1
        }
      }
    }
  })
  expect(allowed).toBeGreaterThan(20)
}, 120_000)

const group = (index: number) => ({ kind: 'group', index }) as const
const WORLD: World = {
  rows: {
    sources: [
      { id: 1, name: 'Archive', parent: null },
      { id: 2, name: 'Vault', parent: 1 },
    ],
    films: [{ id: 1, title: 'Dawn', year: null, maker: null, studio: null, source: 2 }],
  },
  joins: {},
  memberships: [[0, 1], [], []],
  grants: [
    { owner: group(0), on: 'films', read: true, write: true, delete: false },
    { owner: group(1), on: 1, read: true, write: false, delete: false },
    { owner: { kind: 'user', index: 0 }, on: 'tags', read: true, write: true, delete: true },
  ],
}

describe('why one may not', () => {
  it('[X41] [P1] [P2] names the groups, the source that the right is on, and what is missing', async () => {
    await site.install(WORLD)
    const read = await ask(0, { mediaType: 'films', id: 1, action: 'read' })
    expect(read.body).toEqual({
      ...{ mediaType: 'films', id: 1, field: null, action: 'read', allowed: true, permission: 'CanRead' },
      groups: [{ name: 'group 0' }, { name: 'group 1' }],
      reasons: [
        {
          kind: 'mediaType',
          allows: true,
          right: 'read',
          detail: 'read is permitted on media type films',
          by: [{ kind: 'group', name: 'group 0', source: null }],
        },
        {
          kind: 'source',
          allows: true,
          right: 'read',
          source: { id: 2, name: 'Vault' },
          detail: 'read is permitted on source 2',
          by: [{ kind: 'group', name: 'group 1', source: { id: 1, name: 'Archive' } }],
        },
      ],
    })
    const write = await ask(0, { mediaType: 'films', id: 1, action: 'write' })
    expect(write.body.allowed).toBe(false)
    expect(write.body.reasons.filter(({ allows }) => !allows)).toEqual([
      {
        ...{ kind: 'source', allows: false, right: 'write', detail: 'nothing permits write on source 2', by: [] },
        source: { id: 2, name: 'Vault' },
      },
    ])
    const remove = await ask(0, { mediaType: 'films', id: 1, action: 'delete' })
    expect(remove.body.reasons.filter(({ allows }) => !allows).map(({ kind }) => kind)).toEqual(['mediaType', 'source'])
  })

  it('[P1] [AUTH26] names a block, which holds for administrators too', async () => {
    await site.install(WORLD)
    const { database, catalogs } = site.context
    const block = async (block_write: boolean): Promise<void> => {
      await database.kysely.updateTable('adm_mediatypes').set({ block_write }).where('name', '=', 'tags').execute()
      await catalogs.refresh()
    }
    await block(true)
    for (const user of [0, 'root'] as const) {
      const { body } = await ask(user, { mediaType: 'tags', action: 'write' })
      expect(body.reasons.filter(({ allows }) => !allows)).toEqual([
        { kind: 'block', allows: false, detail: 'block_write of tags withholds it from everybody' },
      ])
    }
    await block(false)
    expect((await ask('root', { mediaType: 'tags', action: 'write' })).body.reasons).toMatchObject([
      { kind: 'administrator', allows: true },
    ])
  })

  it('[P3] administrators ask about others; nobody learns of what is hidden', async () => {
    await site.install({ ...WORLD, memberships: [[0], [], []] })
    const me = JSON.parse((await site.ask(0, { path: '/api/v1/me' })).text) as {
      readonly _user: { readonly _id: number }
    }
    const { _id: userId } = me._user
    const about = { mediaType: 'films', id: 1, action: 'read', userId }
    const told = await ask('root', about)
    expect(told.body.reasons.filter(({ allows }) => !allows)).toMatchObject([{ kind: 'source' }])
    expect((await ask(1, about)).status).toBe(403)
    const [hidden, unknown] = [await ask(0, about), await ask(0, { ...about, id: 7 })]
    expect(hidden.text.replaceAll('1', '7')).toBe(unknown.text.replaceAll('1', '7'))
  })

  it('[P4] tells by which group a field is read-only, and nothing of one that is hidden', async () => {
    await site.install(WORLD)
    const { database, auth } = site.context
    const id = async (table: 'groups' | 'users', column: string, name: string) => {
      const rows = await database.read({ text: `select id::text from ${table} where ${column} = $1`, values: [name] })
      return Number(rows[0]?.[0])
    }
    const group0 = await id('groups', 'name', 'group 0')
    const limit = async (field: string, can_read: boolean): Promise<void> => {
      const item = { owner_type: 2, owner_id: group0, object_type: 3, object_id: null, can_write: false }
      const values = { ...item, key: `field:films.${field}`, can_read, can_delete: false }
      await database.kysely.insertInto('permissions').values(values).execute()
      auth.forget()
    }
    const about = { mediaType: 'films', id: 1, action: 'write' }
    expect((await ask(0, { ...about, field: 'year' })).body.reasons.at(-1)).toMatchObject({
      ...{ kind: 'field', allows: true },
    })
    await limit('year', true)
    await limit('title', false)
    const told = await ask(0, { ...about, field: 'year' })
    expect(told.body).toMatchObject({ field: 'year', allowed: false, permission: 'None' })
    expect(told.body.reasons.at(-1)).toEqual({
      ...{ kind: 'field', allows: false, right: 'write', detail: 'films.year is read-only by the permissions on it' },
      by: [{ kind: 'group', name: 'group 0', source: null }],
    })
    expect((await ask(0, { ...about, action: 'read', field: 'year' })).body.allowed).toBe(true)
    const [hidden, unknown] = [await ask(0, { ...about, field: 'title' }), await ask(0, { ...about, field: 'nought' })]
    expect([hidden.status, unknown.status]).toEqual([400, 400])
    expect(hidden.text.replace('no field title', 'no field nought')).toBe(unknown.text)
    const userId = await id('users', 'username', 'user 0')
    const asked = await ask('root', { ...about, field: 'title', userId })
    expect(asked.body.groups[0]).toEqual({ id: group0, name: 'group 0' })
    expect(asked.body.reasons.at(-1)).toMatchObject({
      ...{ kind: 'field', allows: false, by: [{ kind: 'group', id: group0, name: 'group 0' }] },
    })
    const readOnly = async (read_only: boolean): Promise<void> => {
      const field = database.kysely.updateTable('adm_fields').set({ read_only }).where('mediatype', '=', 'films')
      await field.where('name', '=', 'year').execute()
      await site.context.catalogs.refresh()
    }
    await readOnly(true)
    expect((await ask('root', { ...about, field: 'year' })).body.reasons.at(-1)).toEqual({
      ...{ kind: 'field', allows: false, detail: 'films.year is read-only for everybody' },
    })
    await readOnly(false)
  })

  it('[ERR:PARAMETER] [ERR:UNKNOWN_MEDIA_TYPE] says what it does not understand', async () => {
    const cases: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
      [{ action: 'read' }, 400],
      [{ mediaType: 'films' }, 400],
      [{ mediaType: 'films', action: 'fly' }, 400],
      [{ mediaType: 'films', action: 'read', id: 'x' }, 400],
      [{ mediaType: 'films', action: 'read', more: '1' }, 400],
      [{ mediaType: 'films', action: 'write', field: 'nothing' }, 400],
      [{ mediaType: 'films', action: 'delete', field: 'title' }, 400],
      [{ mediaType: 'nothing', action: 'read' }, 404],
    ]
    for (const [query, status] of cases) expect([query, (await ask(0, query)).status]).toEqual([query, status])
    expect((await ask('root', { mediaType: 'films', action: 'read', userId: 999_999 })).status).toBe(404)
  })
})
