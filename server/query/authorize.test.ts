import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { MediaTypeRights, Rights } from '../catalog/rights.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

const FULL: MediaTypeRights = { read: true, write: true, delete: true }
const READ: MediaTypeRights = { read: true, write: false, delete: false }
const TYPES = ['films', 'makers', 'studios', 'tags', 'lists', 'list_films', 'sources', 'duels']

function rights(mediaTypes: Readonly<Record<string, MediaTypeRights>>, sources: Rights['sources'] = null): Rights {
  const all = new Map(Object.entries(mediaTypes))
  return { unrestricted: false, mediaTypes: all, sources, signature: JSON.stringify([mediaTypes, sources]) }
}

const everything = Object.fromEntries(TYPES.map((name) => [name, FULL]))
/** Reads what is under source 1 or 2 or under none; writes under 1 only. */
const archivist = rights(everything, { read: [1, 2], write: [1], delete: [] })
/** Films alone: makers, studios, tags, lists and sources do not exist for this caller. */
const viewer = rights({ films: READ })

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

async function found(path: string, by: Rights, type = path.split(/[/?]/)[1] as string): Promise<readonly Entity[]> {
  const { status, body } = await service.get(path, by)
  expect([path, status, body.errors]).toEqual([path, 200, undefined])
  return body[type] as readonly Entity[]
}
const ids = async (...read: Parameters<typeof found>) => (await found(...read)).map(({ _id }) => _id)
const count = async (path: string, by: Rights) => (await service.get(path, by)).body._meta?._filterRowCount
const linksOf = async (path: string, by: Rights) => (await found(path, by))[0]?._links

describe('records under sources the caller may not read', () => {
  it('[P2] [P3] are absent from lists, counts and pages', async () => {
    expect(await ids('/films', archivist)).toEqual([1, 2, 4])
    expect(await count('/films', archivist)).toBe(3)
    expect(await ids('/films?pageSize=1&page=2', archivist)).toEqual([4])
    expect(await ids('/films?filter=id_$ge_3', archivist)).toEqual([4])
    expect(await ids('/makers', archivist)).toEqual([1, 3])
  })

  it('[P3] read as an unknown id does', async () => {
    const hidden = await service.get('/films/3', archivist)
    const unknown = await service.get('/films/999', archivist)
    expect(hidden.headers.get('etag')).toBeNull()
    expect(JSON.stringify(hidden.body).replaceAll('3', '999')).toBe(JSON.stringify(unknown.body).replaceAll('3', '999'))
    expect(await ids('/films/3,1', archivist)).toEqual([1])
    expect(await count('/films/3,1', archivist)).toBe(1)
    expect((await service.send('PATCH', '/films/3', { films: [{ year: 1 }] }, archivist)).body.errors).toMatchObject([
      { status: '404', code: 'NOT_FOUND' },
    ])
  })

  it('[P3] are absent from links, includes and related entities', async () => {
    expect(await linksOf('/films/2', archivist)).toMatchObject({ maker: null })
    const { body } = await service.get('/films?include=makers,lists,makers.films', archivist)
    expect(body._linked.makers?.map(({ _id }) => _id)).toEqual([1])
    expect(body._linked.films?.map(({ _id }) => _id)).toEqual([1])
    expect((body.films as Entity[]).map(({ _links }) => _links?.makers)).toEqual([[1], [], []])
    expect(await linksOf('/makers/1?fields=films[maker]', archivist)).toEqual({ 'films[maker]': [1] })
    expect(await linksOf('/lists/1', archivist)).toEqual({ 'films[list]': [1] })
    expect(await ids('/lists/1/films', archivist, 'films')).toEqual([1])
    expect(await ids('/films/2/makers', archivist, 'makers')).toEqual([])
    expect(await ids('/films/3/tags', archivist, 'tags')).toEqual([])
    expect(await ids('/makers/2/films', archivist, 'films')).toEqual([])
    const reduced = await service.get('/lists/1?include=films&fields[films]=id', archivist)
    expect(reduced.body._linked).toEqual({ films: [1] })
    const deeper = '/lists/1?include=films,films.makers&fields[films]=maker&fields[makers]=name'
    expect((await service.get(deeper, archivist)).body._linked).toEqual({ films: { 1: 1 }, makers: { 1: 'Ada' } })
  })

  it('[P3] cannot be found out by filters on related records', async () => {
    expect(await ids('/films?filter=maker[name]_$eq_Bo', archivist)).toEqual([])
    expect(await ids('/films?filter=maker[name]_$lk_*', archivist)).toEqual([1])
    expect(await count('/films?maker[name]=Bo', archivist)).toBe(0)
    expect(await ids('/lists?filter=films_$eq_3', archivist)).toEqual([])
    expect(await ids('/lists?filter=films_$in(1,3)', archivist)).toEqual([1])
    expect(await ids('/lists?filter=films[title]_$eq_Dusk', archivist)).toEqual([])
    expect(await ids('/lists?filter=films_$neq_3', archivist)).toEqual([1])
  })

  it('[P3] cannot be found out by the ids of a to-one relation', async () => {
    expect(await ids('/films?maker=2', archivist)).toEqual([])
    expect(await ids('/films?filter=maker_$in(1,2)', archivist)).toEqual([1])
    expect(await ids('/films?filter=maker_$isempty_true', archivist)).toEqual([2, 4])
    expect(await ids('/films?filter=maker_$neq_2', archivist)).toEqual([1, 2, 4])
  })

  it('[P3] do not order those that refer to them', async () => {
    expect(await ids('/films?sort=maker[name]', archivist)).toEqual([1, 2, 4])
    expect(await ids('/films?sort=-maker[name]', archivist)).toEqual([1, 4, 2])
  })

  it('[P3] cannot be related to', async () => {
    const { body } = await service.send('PATCH', '/films/1', { films: [{ _links: { maker: 2 } }] }, archivist)
    expect(body.errors).toMatchObject([{ status: '422', source: { pointer: '/films/0/_links/maker' } }])
  })
})

describe('_permissions', () => {
  it('[ENT:_permissions] [P2] are those of the entity’s source', async () => {
    const permissions = (await found('/films', archivist)).map(({ _id, _permissions }) => [_id, _permissions])
    expect(permissions).toEqual([
      [1, { can_write: true, can_delete: false }],
      [2, { can_write: false, can_delete: false }],
      [4, { can_write: true, can_delete: true }],
    ])
    expect((await found('/films/2', archivist))[0]?._permissions).toEqual({ can_write: false, can_delete: false })
  })

  it('[ENT:_permissions.2] stand in _linked as well for a caller who is restricted', async () => {
    const { body } = await service.get('/films/1?include=makers,tags', archivist)
    expect(body._linked.makers).toMatchObject([{ _id: 1, _permissions: { can_write: true, can_delete: false } }])
    expect(body._linked.tags?.[0]?._permissions).toEqual({ can_write: true, can_delete: true })
    const all = (await service.get('/films/1?include=makers')).body._linked.makers?.[0]
    expect(all).not.toHaveProperty('_permissions')
  })

  it('[ENV:_permissions] [ENT:_permissions] follow the caller’s rights on the media type', async () => {
    const { body } = await service.get('/films', viewer)
    expect(body._permissions).toEqual({ can_create: false })
    expect((body.films as Entity[]).map(({ _permissions }) => _permissions?.can_write)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect((await service.get('/films', archivist)).body._permissions).toEqual({ can_create: true })
  })
})

describe('a media type the caller may not read', () => {
  it('[ERR:forbidden] [ERR:FORBIDDEN] is 403 when it is read itself', async () => {
    for (const path of ['/makers', '/makers/1', '/makers/1,2', '/films/1/makers', '/makers/1/films']) {
      const { status, body } = await service.get(path, viewer)
      expect([path, status]).toEqual([path, 403])
      expect(body.errors).toMatchObject([{ status: '403', code: 'FORBIDDEN' }])
    }
  })

  it('[P3] is absent from links and includes', async () => {
    const links = await linksOf('/films/1', viewer)
    expect(links).toEqual({ maker: null, studio: null, source: 1, 'tags[film]': [] })
    const { body } = await service.get('/films/1?include=makers,tags', viewer)
    expect(body._linked).toEqual({ makers: [], tags: [] })
  })

  it('[P3] cannot be found out by filters and sorts', async () => {
    expect(await ids('/films?filter=maker[name]_$sw_A', viewer)).toEqual([])
    expect(await ids('/films?filter=tags_$isempty_false', viewer)).toEqual([])
    expect(await ids('/films?sort=maker[name]', viewer)).toEqual([1, 2, 3, 4])
    expect(await ids('/films?maker=1', viewer)).toEqual([])
    expect(await ids('/films?filter=studio_$in(1:2)', viewer)).toEqual([])
    expect(await ids('/films?sort=-studio', viewer)).toEqual([4, 3, 2, 1])
  })
})

describe('writes', () => {
  it('[ERR:forbidden] [ERR:FORBIDDEN] are 403 where the caller may read but not write', async () => {
    const write = (method: string, path: string, by: Rights) =>
      service.send(method, path, { films: [{ title: 'X' }] }, by)
    for (const answer of [
      await write('POST', '/films', viewer),
      await write('PATCH', '/films/1', viewer),
      await write('PUT', '/films/1', viewer),
      await write('PATCH', '/films/2', archivist),
    ]) {
      expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await found('/films', archivist)).map(({ title }) => title)).toEqual(['Dawn', 'Noon', 'Night'])
  })

  it('[P2] may not put a record under a source that is not the caller’s to write', async () => {
    const put = (source: number | null) =>
      service.send('PATCH', '/films/1', { films: [{ _links: { source } }] }, archivist)
    const refused = await put(2)
    expect(refused.status).toBe(403)
    expect(refused.body.errors).toMatchObject([{ code: 'FORBIDDEN', source: { pointer: '/films/0/_links/source' } }])
    expect((await put(1)).status).toBe(200)
  })

  it('[AUTH26] [AUTH27] are withheld by block flags, creating most of all, and can_create says so', async () => {
    const { database, catalogs } = service.context
    const block = (blocked: boolean) =>
      database.kysely
        .updateTable('adm_mediatypes')
        .set({ block_create: blocked, block_write: blocked })
        .where('name', '=', 'tags')
        .execute()
    await block(true)
    await catalogs.refresh()
    expect((await service.get('/tags')).body._permissions).toEqual({ can_create: false })
    expect((await found('/tags/1', archivist))[0]?._permissions).toEqual({ can_write: false, can_delete: true })
    expect((await service.send('POST', '/tags', { tags: [{ name: 'new' }] })).status).toBe(403)
    expect((await service.send('PATCH', '/tags/1', { tags: [{ name: 'new' }] })).status).toBe(403)
    await block(false)
    await catalogs.refresh()
    expect((await service.get('/tags')).body._permissions).toEqual({ can_create: true })
    expect((await service.send('PATCH', '/tags/1', { tags: [{ name: 'calm' }] })).status).toBe(200)
  })
})

describe('counts', () => {
  it('[META:_filterRowCount] are kept for each caller’s rights apart', async () => {
    const path = '/films?pageSize=1'
    expect([await count(path, archivist), (await service.get(path)).body._meta?._filterRowCount]).toEqual([3, 4])
    expect([await count(path, archivist), await count(path, viewer)]).toEqual([3, 4])
  })
})
