import { describe, expect, it } from 'vitest'
import { request } from '../harness/service.ts'
import { create, idOf, links, newMovie, read, send, update, word } from './client.ts'
import { call, difference, history, restore, versionOf } from './history-client.ts'

describe('the difference of two versions', () => {
  it('is the net effect on fields and relations, in both directions', async () => {
    const [western, drama] = [await idOf('genres', { name: 'Western' }), await idOf('genres', { name: 'Drama' })]
    const movie = await newMovie({ year: 1990, synopsis: 'Stays.', genres: [western] })
    await update('movies', movie._id, { year: 1991, synopsis: 'Goes.', _links: { genres: [drama] } })
    await update('movies', movie._id, { synopsis: 'Stays.' })
    const last = await update('movies', movie._id, { year: 1992 })
    const [from, to] = [versionOf(movie), versionOf(last)]
    const { status, body } = await difference('movies', movie._id, `from=${from}&to=${to}`)
    const genres = { relation: 'genres[movie]', label: 'Genres', mediaType: 'genres' }
    expect(status).toBe(200)
    expect(body).toEqual({
      from,
      to,
      fields: [{ name: 'year', label: 'Year', old: 1990, new: 1992 }],
      relations: [{ ...genres, added: [drama], removed: [western] }],
      names: { genres: { [western]: 'Western', [drama]: 'Drama' } },
    })
    const back = (await difference('movies', movie._id, `from=${to}&to=${from}`)).body
    expect(back.fields).toEqual([{ name: 'year', label: 'Year', old: 1992, new: 1990 }])
    expect(back.relations).toEqual([{ ...genres, added: [western], removed: [drama] }])
    expect((await difference('movies', movie._id, `from=${from}`)).body).toMatchObject({
      to: null,
      fields: body.fields,
    })
    expect((await difference('movies', movie._id, `from=${to}&to=${to}`)).body).toMatchObject({
      fields: [],
      relations: [],
    })
  })

  it('[X29.b] is told of versions that the history has, and refused for others', async () => {
    const movie = await newMovie()
    const cases: readonly (readonly [string, number, string])[] = [
      ['from=77', 404, 'from'],
      ['from=1&to=77', 404, 'to'],
      ['from=x', 400, 'from'],
      ['to=1', 400, 'from'],
      ['from=1&to=-1', 400, 'to'],
    ]
    for (const [query, status, parameter] of cases) {
      const answer = await difference('movies', movie._id, query)
      expect([query, answer.status, answer.body.errors?.[0]?.source]).toEqual([query, status, { parameter }])
    }
  })
})

describe('restoring a version', () => {
  it('is an ordinary update that brings fields and relations back', async () => {
    const [western, drama] = [await idOf('genres', { name: 'Western' }), await idOf('genres', { name: 'Drama' })]
    const [ada, bo] = [await create('people', { name: word() }), await create('people', { name: word() })]
    const movie = await newMovie({ year: 1990, us_gross: '10', genres: [western], _links: { director: ada._id } })
    await update('movies', movie._id, { year: null, us_gross: '20', _links: { genres: [drama], director: bo._id } })
    const now = await update('movies', movie._id, { synopsis: 'Added later.' })
    const answer = await restore('movies', movie._id, versionOf(movie), { 'if-match': `"${now._etag}"` })
    expect(answer.status).toBe(200)
    const after = await read('movies', movie._id)
    expect(answer.body).toEqual({
      mediaType: 'movies',
      id: movie._id,
      version: versionOf(movie),
      etag: after._etag,
      skipped: [],
    })
    expect(answer.headers.get('etag')).toBe(`"${after._etag}"`)
    expect(after).toEqual({ ...movie, _etag: after._etag })
    expect(versionOf(after)).toBe(versionOf(now) + 1)
    const [entry] = (await history('movies', movie._id)).body.entries
    expect(entry).toMatchObject({ operation: 'Changed', version: versionOf(after) })
    expect(entry?.fields.map(({ name }) => name).toSorted()).toEqual(['director', 'synopsis', 'us_gross', 'year'])
  })

  it('[X29] [X29.b] is refused where the record changed meanwhile, and for versions the history does not tell of', async () => {
    const movie = await newMovie({ year: 1990 })
    await update('movies', movie._id, { year: 1991 })
    const stale = await restore('movies', movie._id, versionOf(movie), { 'if-match': `"${movie._etag}"` })
    expect([stale.status, stale.body.errors?.[0]]).toMatchObject([
      412,
      { code: 'ETAG_MISMATCH', meta: { _changed: ['year'] } },
    ])
    for (const version of [77, 0, 'x', null, 1.5]) {
      const refused = await restore('movies', movie._id, version)
      expect([version, refused.status, refused.body.errors?.[0]?.source]).toEqual([
        version,
        422,
        { pointer: '/version' },
      ])
    }
    expect((await restore('movies', 999_999_999, 1)).status).toBe(404)
    expect((await call('GET', `/api/v2/history/movies/${movie._id}/restore`)).status).toBe(405)
    expect((await read('movies', movie._id)).year).toBe(1991)
  })

  it('brings back the members of a relation of link objects, from versions that have no entry of their own too', async () => {
    const [a, b, c] = [(await newMovie())._id, (await newMovie())._id, (await newMovie())._id]
    const key = 'movies[collection]'
    const collection = await create('collections', { name: word(), _links: { [key]: [a, b] } })
    const turned = await update('collections', collection._id, { _links: { [key]: [b, a] } })
    await update('collections', collection._id, { _links: { [key]: [c] } })
    const between = await difference('collections', collection._id, `from=${versionOf(turned)}`)
    expect(between.body.relations).toMatchObject([{ relation: key, added: [c] }])
    expect((await restore('collections', collection._id, versionOf(turned))).status).toBe(200)
    const members = links(await read('collections', collection._id))[key]
    expect((members as number[]).toSorted()).toEqual([a, b].toSorted())
  })

  it('[X29.a] leaves out related records that are gone, secrets and read-only fields, and names them', async () => {
    const director = await create('people', { name: word() })
    const genre = await create('genres', { name: word() })
    const western = await idOf('genres', { name: 'Western' })
    const movie = await newMovie({ year: 1990, genres: [genre._id, western], _links: { director: director._id } })
    await update('movies', movie._id, { year: 1991, _links: { genres: [], director: null } })
    for (const [type, { _id }] of [
      ['people', director],
      ['genres', genre],
    ] as const) {
      expect((await send('DELETE', `/${type}/${_id}`)).status).toBe(204)
    }
    const { status, body } = await restore('movies', movie._id, versionOf(movie))
    expect(status).toBe(200)
    expect(body.skipped).toEqual([
      { name: 'director', label: 'Director', reason: 'gone', mediaType: 'people', ids: [director._id] },
      { name: 'genres[movie]', label: 'Genres', reason: 'gone', mediaType: 'genres', ids: [genre._id] },
    ])
    const after = await read('movies', movie._id)
    expect([after.year, links(after).director, links(after)['genres[movie]']]).toEqual([1990, null, [western]])
    const collection = await create('collections', { name: word(), access_code: 'one' })
    await update('collections', collection._id, { access_code: 'two' })
    const secret = await restore('collections', collection._id, versionOf(collection))
    expect(secret.body.skipped).toMatchObject([{ name: 'access_code', reason: 'secret' }])
  })

  it('keeps the numbers of JSON, and money of many digits, as they were', async () => {
    const mediaType = word().slice(0, 20)
    const { _id: type } = await create('adm_mediatypes', { name: mediaType, label: 'Kept', label_plural: 'Kept' })
    for (const [field, kind] of [
      ['details', 'JSON'],
      ['worth', 'Money'],
    ])
      await create('adm_fields', { mediatype: mediaType, name: field, label: field, type: kind })
    const values = { details: { id: 1234567890123456800, part: [0.1 + 0.2, 1] }, worth: '12345678901234567.89' }
    const record = await create(mediaType, values)
    const { _id } = record
    const raw = async () =>
      (await request(`/api/v1/${mediaType}/${_id}?fields=details,worth&hideMeta=1&hideLinks=1`)).text()
    const before = (await raw()).replace(/"_etag":"[^"]*"/, '')
    expect(before).toContain('0.30000000000000004')
    await update(mediaType, _id, { details: { id: 1 }, worth: '1' })
    expect((await restore(mediaType, _id, versionOf(record))).status).toBe(200)
    expect((await raw()).replace(/"_etag":"[^"]*"/, '')).toBe(before)
    await send('DELETE', `/adm_mediatypes/${type}`, { query: 'confirmLoss=true' })
  })
})
