import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { createRemotesSource } from './remotes.ts'
import { adding, entityOf, errorOf, type System, systemOf } from './test-system.ts'

const SHA = `sha256-${'A'.repeat(43)}=`
let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
beforeEach(async () => {
  await sql`delete from adm_remotes`.execute(service.context.database.kysely)
  await service.context.remotes.refresh()
})
afterEach(() => expect(service.failures).toEqual([]))

const bundle = (name: string, more: object = {}) => ({ name, entry: `https://${name}.example/remoteEntry.js`, ...more })
const names = (): readonly string[] => service.context.remotes.current().map(({ name }) => name)

describe('the bundles of the metadata', () => {
  it('[R5.a] [M5] hold at once, in their order, without those out of use', async () => {
    await system.add('adm_remotes', bundle('later', { sort_order: 5 }))
    await system.add('adm_remotes', bundle('idle', { is_enabled: false }))
    const added = await system.add('adm_remotes', bundle('first', { sort_order: 1, integrity: SHA }))
    const first = entityOf(added, 'adm_remotes')
    expect(service.context.remotes.current()).toEqual([
      { name: 'first', entry: 'https://first.example/remoteEntry.js', integrity: SHA },
      { name: 'later', entry: 'https://later.example/remoteEntry.js' },
    ])
    await system.change('adm_remotes', first._id, { sort_order: 9 })
    expect(names()).toEqual(['later', 'first'])
    await system.remove('adm_remotes', first._id)
    expect(names()).toEqual(['later'])
  })

  it('[M5] are read by other instances when they moved, and only then, in one statement', async () => {
    const { database } = service.context
    let rows = 0
    const counted = await createRemotesSource(
      {
        read: async (statement) => {
          const found = await database.read(statement)
          rows += found[0]?.[1] === null ? 0 : 1
          return found
        },
      },
      null,
    )
    expect(rows).toBe(1)
    await system.add('adm_remotes', bundle('elsewhere'))
    await counted.refresh()
    await counted.refresh()
    expect(rows).toBe(2)
    expect(counted.current()).toEqual([bundle('elsewhere')])
  })

  it('[R5.a] [X49] are not asked for where the environment names some', async () => {
    const given = [bundle('given')]
    await system.add('adm_remotes', bundle('stored'))
    const source = await createRemotesSource({ read: () => Promise.reject(new Error('asked')) }, given)
    await source.refresh()
    expect(source.current()).toBe(given)
  })

  it('[R5] are three in use at most', async () => {
    for (const name of ['a', 'b', 'c']) expect((await system.add('adm_remotes', bundle(name))).status).toBe(201)
    const refused = errorOf(await system.add('adm_remotes', bundle('d', { is_enabled: true })))
    expect(refused).toMatchObject({
      status: '422',
      detail: 'at most 3 bundles can be in use: take another one out of use first',
      source: { pointer: '/adm_remotes/0/is_enabled' },
    })
    expect((await system.add('adm_remotes', bundle('d'))).status).toBe(422)
    const idle = entityOf(await system.add('adm_remotes', bundle('d', { is_enabled: false })), 'adm_remotes')
    expect((await system.change('adm_remotes', idle._id, { is_enabled: true })).status).toBe(422)
    const swap = ['a', 'd'].map(async (name) => (await system.find('adm_remotes', { name }))._id)
    const [a, d] = await Promise.all(swap)
    await system.change('adm_remotes', a ?? 0, { is_enabled: false })
    expect((await system.change('adm_remotes', d ?? 0, { is_enabled: true })).status).toBe(200)
    expect(names()).toEqual(['b', 'c', 'd'])
  })

  it('[R5] are counted over a whole batch', async () => {
    const batch = await system.batch(['a', 'b', 'c', 'd'].map((name) => adding('adm_remotes', bundle(name))))
    expect(batch.status).toBe(422)
    expect(names()).toEqual([])
  })

  it.each([
    ['name', { name: 'two words' }],
    ['entry', { entry: 'https://user:secret@a.example/e.js' }],
    ['entry', { entry: 'ftp://a.example/e.js' }],
    ['integrity', { integrity: 'md5-abc' }],
    ['integrity', { entry: 'https://a.example/mf-manifest.json', integrity: SHA }],
  ])('[R5.a] are refused with a wrong %s', async (member, wrong) => {
    const refused = errorOf(await system.add('adm_remotes', bundle('a', wrong)))
    expect(refused).toMatchObject({ status: '422', source: { pointer: `/adm_remotes/0/${member}` } })
  })

  it('[R5.a] are told once what they lack', async () => {
    const { status, body } = await system.add('adm_remotes', { name: 'a', entry: null })
    expect([status, body.errors?.map(({ source }) => source?.pointer)]).toEqual([422, ['/adm_remotes/0/entry']])
  })

  it('[R5.a] are compared with what is stored where only a part is written', async () => {
    const { _id } = entityOf(await system.add('adm_remotes', bundle('a', { integrity: SHA })), 'adm_remotes')
    const refused = await system.change('adm_remotes', _id, { entry: 'https://a.example/mf-manifest.json' })
    expect(errorOf(refused)).toMatchObject({ status: '422', source: { pointer: '/adm_remotes/0/integrity' } })
  })

  it('[R5.a] [ERR:FORBIDDEN] are changed by administrators alone', async () => {
    const all = { read: true, write: true, delete: true }
    const rights = {
      unrestricted: false,
      mediaTypes: new Map([['adm_remotes', all]]),
      sources: null,
      signature: 'w',
    }
    const refused = errorOf(await system.add('adm_remotes', bundle('a'), rights))
    expect(refused).toMatchObject({ status: '403', detail: 'only administrators change component bundles' })
  })
})
