import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { openTestService, type TestService } from '../query/test-service.ts'
import { applyIntrospection, makeForeignTables } from './test-introspected.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: async (database) => {
      await makeForeignTables(database)
      await applyIntrospection(database)
    },
  })
}, 120_000)
afterAll(() => service.close())
afterEach(() => {
  expect(service.failures.splice(0).map(String)).toEqual([])
})

type Values = Readonly<Record<string, unknown>>

async function add(type: string, values: Values): Promise<Entity> {
  const { status, body } = await service.send('POST', `/${type}`, { [type]: [values] })
  expect([status, body.errors]).toEqual([201, undefined])
  return (body[type] as readonly [Entity])[0]
}

async function change(type: string, id: number, values: Values): Promise<Entity> {
  const { status, body } = await service.send('PATCH', `/${type}/${id}`, { [type]: [values] })
  expect([status, body.errors]).toEqual([200, undefined])
  return (body[type] as readonly [Entity])[0]
}

async function one(type: string, id: number): Promise<Entity> {
  return ((await service.get(`/${type}/${id}`)).body[type] as readonly [Entity])[0]
}

/** The status and the first error of a write that is refused. */
async function refused(method: string, path: string, values?: Values) {
  const type = path.split('/')[1] as string
  const body = values === undefined ? undefined : { [type]: [values] }
  const answer = await service.send(method, path, body)
  const [error] = answer.body.errors ?? []
  return { status: answer.status, code: error?.code, pointer: error?.source?.pointer, detail: error?.detail ?? '' }
}

describe('[M3.a] a record of an introspected table', () => {
  it('is added with values of every kind, the rest by the database’s defaults', async () => {
    const film = await add('film', {
      title: 'New',
      rating: 'PG-13',
      stars: 5,
      moods: ['G'],
      extra: { a: 1 },
      raw: { b: [1.5] },
      address: '10.0.0.1',
      public_id: '0B0B6F4C-0000-4000-8000-0000000000FF',
      changed: '2020-01-01T02:00:00+02:00',
      starts_at: '10:00',
      weight: 0.1,
      released: '2001-01-01',
      title_upper: 'passed over',
      keywords: ['passed over'],
    })
    expect(film).toMatchObject({
      title: 'New',
      title_upper: 'NEW',
      rating: 'PG-13',
      status: 'draft',
      code: 'NONE',
      price: 4.99,
      moods: ['G'],
      extra: { a: 1 },
      raw: { b: [1.5] },
      public_id: '0b0b6f4c-0000-4000-8000-0000000000ff',
      changed: '2020-01-01T00:00:00Z',
      weight: 0.1,
      is_public: true,
      keywords: [],
    })
    expect(film.dateins).toBeGreaterThan(1_000_000_000)
  })

  it('is changed, and its tag with it, once', async () => {
    const film = await add('film', { title: 'Changing' })
    const changed = await change('film', film._id, { rating: 'not_rated', raw: { c: 1 }, moods: [], released: null })
    expect(changed).toMatchObject({ rating: 'not_rated', raw: { c: 1 }, moods: [], title: 'Changing' })
    expect(changed._etag).not.toBe(film._etag)
    const again = await change('film', film._id, { rating: 'not_rated', raw: { c: 1 }, moods: [] })
    expect(again._etag).toBe(changed._etag)
  })

  it('takes and lets go of relations of every kind, from both sides', async () => {
    const film = await add('film', {
      title: 'Related',
      _links: { country: 1, sequel_of: 1, actors: [3, 1], countries: [2] },
    })
    expect(film._links).toMatchObject({
      country: 1,
      sequel_of: 1,
      'actor[film_id]': [3, 1],
      'country[film_id]': [2],
    })
    const alone = await change('film', film._id, { _links: { actors: [3] } })
    expect([alone._links?.['actor[film_id]'], alone._etag === film._etag]).toEqual([[3], false])
    const less = await change('film', film._id, { _links: { actors: [1, 2], countries: [], sequel_of: null } })
    expect(less._links).toMatchObject({ sequel_of: null, 'actor[film_id]': [1, 2], 'country[film_id]': [] })
    expect(less._etag).not.toBe(film._etag)
    const before = (await one('film', film._id))._etag
    await change('actor', 3, { _links: { 'film[actor_id]': [film._id] } })
    const after = await one('film', film._id)
    expect(after._links?.['actor[film_id]']).toContain(3)
    expect(after._etag).not.toBe(before)
    await change('actor', 2, { _links: { friends: [3] } })
    expect((await one('actor', 2))._links).toMatchObject({ 'actor[actor_id]': [3] })
    expect((await one('actor', 1))._links?.['country[ActorID]']).toEqual([2, 1])
    await change('actor', 1, { _links: { countries: [1] } })
    expect((await one('actor', 1))._links?.['country[ActorID]']).toEqual([1])
    await change('country', 2, { _links: { 'actor[CountryID]': [1, 2] } })
    expect((await one('actor', 2))._links?.['country[ActorID]']).toEqual([2])
  })

  it('is known by a number that whoever adds it gives, once and for all', async () => {
    const order = await add('order', { id_column: 2000, total: 4, _links: { customer: 1, parent_order: 1000 } })
    expect(order).toMatchObject({ _id: 2000, _links: { customer: 1, parent_order: 1000 } })
    expect(await refused('POST', '/order', { total: 4, _links: { customer: 1 } })).toMatchObject({
      status: 422,
      pointer: '/order/0/id_column',
    })
    expect(await refused('PATCH', '/order/2000', { id_column: 2001 })).toMatchObject({
      status: 422,
      pointer: '/order/0/id_column',
    })
    expect(await change('order', 2000, { id_column: 2000, total: 5 })).toMatchObject({ _id: 2000, total: 5 })
    const detail = await add('film_detail', { tagline: 'It sets', _links: { film_id: 3 } })
    expect([detail._id, detail._links?.film_id]).toEqual([3, 3])
    expect((await refused('PATCH', '/film_detail/3', { _links: { film_id: 2 } })).status).toBe(422)
  })

  it('has floats with all their digits, which no number in a filter is too large for', async () => {
    const film = await add('film', { title: 'Weighed', weight: 0.30000000000000004 })
    expect(film.weight).toBe(0.30000000000000004)
    expect(
      ((await service.get('/film?weight=0.30000000000000004')).body.film as Entity[]).map(({ _id }) => _id),
    ).toEqual([film._id])
    for (const filter of ['weight_$gt_1e400', 'weight_$lt_1e-400', 'weight_$in(1e400,2)'])
      expect([filter, (await service.get(`/film?filter=${filter}`)).status]).toEqual([filter, 200])
    expect(await refused('PATCH', `/film/${film._id}`, { weight: '1e400' })).toMatchObject({
      status: 422,
      pointer: '/film/0/weight',
    })
    for (const odd of ['NaN', 'Infinity']) {
      await sql`update film set weight = ${odd}::float8 where film_id = ${film._id}`.execute(
        service.context.database.kysely,
      )
      expect((await one('film', film._id)).weight).toBe(odd)
      expect((await service.get('/film?sort=-weight&filter=weight_$gt_1')).status).toBe(200)
    }
  })

  it('is in a partition, and moves to another', async () => {
    const visit = await add('visit', { day: '2024-07-01', note: 'warm', _links: { film_id: 2 } })
    const moved = await change('visit', visit._id, { day: '2025-07-01' })
    expect(moved).toMatchObject({ _id: visit._id, day: '2025-07-01', note: 'warm' })
    expect((await service.send('DELETE', `/visit/${visit._id}`)).status).toBe(204)
    expect((await one('visit', visit._id)) === undefined).toBe(true)
  })

  it('has names that SQL has a meaning for', async () => {
    const row = { from: 'a', e: 'x', o: 'y', m: 'z', user: 'u', group: 'g', order: 3 }
    expect(await add('select', row)).toMatchObject(row)
    const odd = { version: 3, dateins_column: 'd', links: 'l', type: 't', page: 'p', id_column: 'i' }
    const added = await add('odd', odd)
    expect(await change('odd', added._id, { version: 4 })).toMatchObject({ ...odd, version: 4 })
    expect(await add('public_case', { name: '1', name_2: '2', name_3: '3' })).toMatchObject({ name_2: '2' })
    expect(await add('p', { m: 'mm', _links: { film_id: 1 } })).toMatchObject({ m: 'mm' })
  })

  it('goes with what goes with it, and stays while others refer to it', async () => {
    const film = await add('film', { title: 'Going', _links: { actors: [1], countries: [1] } })
    const sequel = await add('film', { title: 'Its sequel', _links: { sequel_of: film._id } })
    expect((await service.send('DELETE', `/film/${film._id}`)).status).toBe(204)
    expect((await one('film', sequel._id))._links?.sequel_of).toBeNull()
    expect(await refused('DELETE', '/country/1')).toMatchObject({ status: 409, code: 'REFERENCED' })
  })

  it('of a view is read only', async () => {
    for (const [method, path] of [
      ['POST', '/film_list'],
      ['PATCH', '/film_list/1'],
      ['DELETE', '/film_list/1'],
    ] as const) {
      expect((await refused(method, path, method === 'DELETE' ? undefined : { title: 'x' })).status).toBe(403)
    }
  })
})

describe('[M3.a] what the database alone demands', () => {
  const cases: readonly (readonly [
    what: string,
    method: string,
    path: string,
    values: Values | undefined,
    status: number,
    says: RegExp,
  ])[] = [
    ['a check', 'PATCH', '/film/1', { length_minutes: 2000, released: '2000-01-01' }, 422, /film_years/],
    ['the check of a domain', 'PATCH', '/film/1', { code: 'lower' }, 422, /short_code/],
    ['a type', 'PATCH', '/film/1', { address: 'nonsense' }, 422, /stored/],
    ['a type that is no field type', 'POST', '/shop_users', { name: 'x', secret: '<a' }, 422, /stored/],
    ['room for digits', 'PATCH', '/film/1', { price: 1e7 }, 422, /stored/],
    ['a value where it has a default', 'PATCH', '/film/1', { rating: null }, 422, /Rating is required/],
    ['one of a kind', 'PATCH', '/country/1', { country_name: 'Chile' }, 409, /Chile/],
    ['two columns of a kind', 'POST', '/film_country', { _links: { film_id: 1, country_id: 1 } }, 409, /exists/],
    ['a reference of several columns', 'POST', '/ticket', { holder: 'x', row_no: 9, seat_no: 9 }, 422, /./],
    ['a reference that is no relation', 'PATCH', '/film/1', { original_language: 'xx' }, 422, /./],
    ['a partition for it', 'POST', '/visit', { day: '2034-07-01' }, 422, /./],
    ['what a trigger says', 'POST', '/visit', { day: '2024-07-01', note: 'monday' }, 422, /no visits on mondays/],
  ]
  it.each(cases)('%s', async (_, method, path, values, status, says) => {
    const answer = await refused(method, path, values)
    expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(says)])
  })

  it('that no two overlap', async () => {
    await add('booking', { room: 1 })
    expect((await refused('POST', '/booking', { room: 2 })).status).toBeOneOf([409, 422])
  })
})

describe('[M3.a] a table whose triggers hold rows back', () => {
  const make = (timing: string, body: string) =>
    sql.raw(`
    create function public.hold_back() returns trigger language plpgsql as $$ begin ${body} end $$;
    create trigger hold_back before ${timing} on public.film for each row execute function public.hold_back()`)
  afterEach(() => sql`drop function public.hold_back cascade`.execute(service.context.database.kysely))

  it('[X55] [D1.a] tells that what was written was not kept, and keeps nothing of the request', async () => {
    const kept = await add('film', { title: 'Kept' })
    await run(make('insert or update', `if new.title = 'Gone' then return null; end if; return new;`))
    const gone = { status: 422, code: 'VALIDATION', detail: expect.stringContaining('did not keep') }
    expect(await refused('POST', '/film', { title: 'Gone' })).toMatchObject(gone)
    const two = await service.send('POST', '/film', { film: [{ title: 'Stays out' }, { title: 'Gone' }] })
    expect(two.status).toBe(422)
    expect((await service.get('/film?title=Stays%20out')).body.film).toEqual([])
    expect(await refused('PATCH', `/film/${kept._id}`, { title: 'Gone' })).toMatchObject(gone)
    expect((await one('film', kept._id)).title).toBe('Kept')
    expect((await change('film', kept._id, { title: 'Kept' })).title).toBe('Kept')
  })

  it('[D1.a] tells that a record was not removed', async () => {
    const kept = await add('film', { title: 'Held' })
    await run(make('delete', 'return null;'))
    expect(await refused('DELETE', `/film/${kept._id}`)).toMatchObject({ status: 422, code: 'VALIDATION' })
    expect((await one('film', kept._id)).title).toBe('Held')
  })

  it('[D1.a] passes on what a trigger says, whatever state it says it with', async () => {
    await run(make('insert', `raise 'not on a Sunday' using errcode = '45000';`))
    expect(await refused('POST', '/film', { title: 'Late' })).toMatchObject({ status: 422, detail: 'not on a Sunday' })
  })

  const run = (text: ReturnType<typeof sql.raw>) => text.execute(service.context.database.kysely)
})
