import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const one = async (path: string): Promise<Entity> => {
  const { body } = await service.get(path)
  return (body[path.split('/')[1] as string] as readonly Entity[])[0] as Entity
}
const tag = async (path: string) => (await one(path))._etag

async function create(type: string, element: object): Promise<Entity> {
  const { status, body } = await service.send('POST', `/${type}`, { [type]: [element] })
  expect([status, body.errors]).toEqual([201, undefined])
  return (body[type] as readonly Entity[])[0] as Entity
}

async function update(type: string, id: number, element: object): Promise<Entity> {
  const { status, body } = await service.send('PATCH', `/${type}/${id}`, { [type]: [element] })
  expect([status, body.errors]).toEqual([200, undefined])
  return (body[type] as readonly Entity[])[0] as Entity
}

describe('tags of the owners of a relation', () => {
  it('[D2] [REL:link-object] move on when a link object is created, changed or led elsewhere', async () => {
    const [a, b] = [await create('lists', { name: 'a' }), await create('lists', { name: 'b' })]
    const tags = async () =>
      [await tag(`/lists/${a._id}`), await tag(`/lists/${b._id}`)].map((each) => Number(each.split('.')[0]))
    expect(await tags()).toEqual([1, 1])
    const link = await create('list_films', { list: a._id, film: 1, position: 1 })
    expect(await tags()).toEqual([2, 1])
    await update('list_films', link._id, { position: 1 })
    const [unchanged] = await tags()
    await update('list_films', link._id, { position: 2 })
    const [moved] = await tags()
    expect(moved).toBeGreaterThan(unchanged as number)
    await update('list_films', link._id, { list: b._id })
    const [left, joined] = await tags()
    expect(left).toBeGreaterThan(moved as number)
    expect(joined).toBeGreaterThan(1)
  })

  it('[D2] [D3.b] a write of a link object that changes nothing leaves the owner’s tag as it was', async () => {
    const list = await create('lists', { name: 'same' })
    const link = await create('list_films', { list: list._id, film: 1, position: 1 })
    const before = await tag(`/lists/${list._id}`)
    expect((await update('list_films', link._id, { position: 1 }))._etag).toBe(link._etag)
    expect(await tag(`/lists/${list._id}`)).toBe(before)
  })

  it('[D2] do not move on for relations that they do not own', async () => {
    const before = await tag('/makers/1')
    await create('films', { title: 'Of Ada', maker: 1 })
    expect(await tag('/makers/1')).toBe(before)
    expect((await service.get('/makers/1?include=films')).headers.get('etag')).not.toBe(`"${before}"`)
  })
})

describe('a write', () => {
  it('[D3] takes as many statements for a long list of relations as for a short one', async () => {
    const tags: number[] = []
    for (let n = 0; n < 30; n += 1) tags.push((await create('tags', { name: `tag ${n}` }))._id)
    const film = await create('films', { title: 'Tagged' })
    const counted = async (some: readonly number[]) => {
      service.statements.length = 0
      await update('films', film._id, { _links: { 'tags[film]': some } })
      return service.statements.length
    }
    const [few, many] = [await counted(tags.slice(0, 1)), await counted(tags)]
    expect(many).toBe(few)
    expect(many).toBeLessThanOrEqual(8)
  })

  it('[ERR:create-fails] that Postgres refuses is told as what it means, and undone', async () => {
    const { kysely } = service.context.database
    await sql`alter table films add constraint films_year_sane check (year < 3000)`.execute(kysely)
    await sql`create unique index films_gross_key on films (gross)`.execute(kysely)
    const check = await service.send('POST', '/films', { films: [{ title: 'Later', year: 3001, tags: [1] }] })
    expect(check.body.errors).toMatchObject([
      { status: '422', code: 'VALIDATION', detail: expect.stringContaining('films_year_sane') },
    ])
    const unique = await service.send('POST', '/films', { films: [{ title: 'Later', gross: '10.5' }] })
    expect(unique.body.errors).toMatchObject([{ status: '409', code: 'UNIQUE', source: { pointer: '/films/0/gross' } }])
    const update = await service.send('PATCH', '/films/2', { films: [{ year: 3001, _links: { 'tags[film]': [1] } }] })
    expect(update.status).toBe(422)
    expect((await one('/films/2'))._links).toMatchObject({ 'tags[film]': [] })
    expect((await service.get('/films?title=Later')).body._meta?._filterRowCount).toBe(0)
    await sql`drop index films_gross_key`.execute(kysely)
    await sql`alter table films drop constraint films_year_sane`.execute(kysely)
  })

  it('[ERR:UNIQUE] of an unchanged unique value by its own record is no conflict', async () => {
    const studio = await create('studios', { name: 'Mine' })
    expect((await update('studios', studio._id, { name: 'Mine' }))._etag).toBe(studio._etag)
    const { body } = await service.send('PATCH', `/studios/${studio._id}`, { studios: [{ name: 'North' }] })
    expect(body.errors).toMatchObject([{ code: 'UNIQUE', detail: 'Another studio already has the name "North".' }])
  })
})
