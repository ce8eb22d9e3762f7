import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorObject } from '../../shared/envelope.ts'
import { service } from '../harness/service.ts'
import { create, error, get, newMovie, post, read, send, word } from './client.ts'
import { type BrowserSession, signIn } from './session.ts'

interface Told {
  readonly status: number
  readonly body: { readonly errors?: readonly ErrorObject[]; readonly _rows?: readonly unknown[] }
}

/** Somebody with these rights: `r` to read and `w` to write media types, and the sources whose records they see. */
async function someone(rights: Readonly<Record<string, 'r' | 'rw'>>, sources: readonly number[] = []) {
  const user = { username: word().slice(0, 20), password: word() }
  const { _id: owner_id } = await create('users', { ...user, name: 'Someone' })
  const permit = (item: object) => create('permissions', { owner_type: '1', owner_id, can_read: true, ...item })
  for (const [key, right] of Object.entries(rights)) await permit({ object_type: '2', key, can_write: right === 'rw' })
  for (const source of sources) await permit({ object_type: '1', object_id: source })
  return caller(await signIn(user))
}

const caller =
  (session: BrowserSession) =>
  async (method: string, path: string, body?: object): Promise<Told> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await session.send(`/api/v1${path}`, { method, ...sent })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }

const told = ({ status, body }: Told) => [status, body.errors?.map(({ code }) => code)]

describe('what a caller may not do', () => {
  it('[ERR:forbidden] [ERR:FORBIDDEN] [P3] is answered 403, and nothing is written', async () => {
    const film = await newMovie({ year: 1990 })
    const reader = await someone({ movies: 'r', genres: 'rw' })
    const one = `/movies/${film._id}`
    const change = { movies: [{ year: 1991 }] }
    const operations = [
      { _op: 'add', _type: 'genres', _data: { name: film.title } },
      { _op: 'update', _href: `/api/v1${one}`, _data: { year: 1991 } },
    ]
    expect((await reader('GET', one)).status).toBe(200)
    const refused = [
      await reader('POST', '/movies', { movies: [{ title: film.title, slug: word() }] }),
      await reader('PATCH', one, change),
      await reader('PUT', one, change),
      await reader('DELETE', one),
      await reader('POST', '/$batch', { _operations: operations }),
      await reader('GET', '/people'),
      await reader('POST', '/aggregate-data', { _mediaType: 'people', _groupBy: ['name'] }),
    ]
    expect(refused.map(told)).toEqual(refused.map(() => [403, ['FORBIDDEN']]))
    expect(await read('movies', film._id)).toMatchObject({ year: 1990, _etag: film._etag })
    expect((await get('/genres', { name: String(film.title) })).body.genres).toEqual([])
  })

  it('[ERR:unauthenticated] is answered 401 to a token that was never given, and to one that is none', async () => {
    for (const authorization of ['Bearer nobody', 'Bearer ', 'Basic bm9ib2R5', 'bearer']) {
      const answer = await get('/movies', '', { authorization })
      expect([authorization, answer.status, error(answer).code]).toEqual([authorization, 401, 'UNAUTHENTICATED'])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
    }
    expect((await fetch(`${service().url}/api/v1/movies/1`, { method: 'DELETE' })).status).toBe(401)
  })

  it('[D8.e] [P2.b] is to group records of sources other than its own', async () => {
    const [own, below, other] = await sourceTree()
    const slogan = word()
    for (const source of [own, below, other, other, null])
      await newMovie({ synopsis: slogan, ...(source === null ? {} : { _links: { source } }) })
    const query = {
      _mediaType: 'movies',
      _filter: `synopsis_$eq_${slogan}`,
      _groupBy: ['source'],
      _aggregates: [{ _function: 'count', _as: 'films' }],
      _sort: 'source',
    }
    const narrow = await someone({ movies: 'r', sources: 'r' }, [own])
    expect((await narrow('POST', '/aggregate-data', query)).body._rows).toEqual(
      expect.arrayContaining([
        [own, 1],
        [below, 1],
        [null, 1],
      ]),
    )
    const whole = { ...query, _groupBy: [], _sort: undefined }
    expect((await narrow('POST', '/aggregate-data', whole)).body._rows).toEqual([[3]])
    expect((await post('/aggregate-data', whole)).body).toMatchObject({ _rows: [[5]] })
  })
})

/** A source, one below it, and one beside it. */
async function sourceTree(): Promise<readonly [number, number, number]> {
  const own = (await create('sources', { name: word() }))._id
  const below = (await create('sources', { name: word(), _links: { parent: own } }))._id
  return [own, below, (await create('sources', { name: word() }))._id]
}

describe('a relation whose records must not be without children', () => {
  const added: [type: string, id: number][] = []
  const add = async (type: string, element: object): Promise<number> => {
    const { _id } = await create(type, element)
    added.push([type, _id])
    return _id
  }
  afterAll(async () => {
    for (const [type, id] of added.toReversed()) await send('DELETE', `/${type}/${id}`, { query: 'confirmLoss=true' })
  })
  const [albums, tracks] = [word().slice(0, 20), word().slice(0, 20)]
  beforeAll(async () => {
    for (const name of [albums, tracks]) {
      await add('adm_mediatypes', { name, label: name, label_plural: name })
      await add('adm_fields', { mediatype: name, name: 'name', label: 'Name', type: 'Text', required: true })
    }
    await add('adm_relateds', {
      ...{ mediatype: albums, related_mediatype: tracks, kind: 'many-to-many', column_name: 'tracks' },
      ...{ link_table: `${albums}_tracks`, link_column: 'album', link_related_column: 'track' },
      is_child_required: true,
    })
  })

  it('[ERR:CHILD_REQUIRED] [ERR:child-required] [D1.d] is 422 under its pointer, with the dictionary’s key', async () => {
    const refusal = (pointer: string) => ({
      code: 'CHILD_REQUIRED',
      status: '422',
      source: { pointer },
      meta: { _messageKey: '{DICT:RELATED/CHILDREQUIRED}' },
    })
    const key = `${tracks}[album]`
    const bare = await post(`/${albums}`, { [albums]: [{ name: 'Bare' }] })
    expect(error(bare)).toMatchObject(refusal(`/${albums}/0/_links/${key}`))
    const track = await create(tracks, { name: 'One' })
    const album = await create(albums, { name: 'Full', _links: { [key]: [track._id] } })
    const emptied = await send('PATCH', `/${albums}/${album._id}`, { body: { [albums]: [{ _links: { [key]: [] } }] } })
    expect(error(emptied)).toMatchObject(refusal(`/${albums}/0/_links/${key}`))
    expect((await read(albums, album._id))._links).toMatchObject({ [key]: [track._id] })
    for (const [type, id] of [
      [albums, album._id],
      [tracks, track._id],
    ] as const)
      expect((await send('DELETE', `/${type}/${id}`)).status).toBe(204)
  })
})
