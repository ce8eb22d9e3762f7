import { describe, expect, it } from 'vitest'
import { create, get, idOf, newMovie, send, update, word } from './client.ts'

type Query = Parameters<typeof get>[1]

async function tagOf(path: string, query: Query = ''): Promise<string> {
  const tag = (await get(path, query)).headers.get('etag')
  expect(tag).toMatch(/^"[^"]+"$/)
  return tag as string
}

/** The status of a read that names a tag. */
async function again(path: string, tag: string, query: Query = ''): Promise<number> {
  const answer = await get(path, query, { 'if-none-match': tag })
  if (answer.status === 304) {
    expect(answer.text).toBe('')
    expect(answer.headers.get('etag')).toBe(tag)
  } else {
    expect(answer.headers.get('etag')).not.toBe(tag)
  }
  return answer.status
}

describe('conditional reads', () => {
  it('[API1.b] [D2] [D2.a] a plain read by its own tag is 304, without a body, until it is written', async () => {
    const movie = await newMovie()
    const path = `/movies/${movie._id}`
    const tag = await tagOf(path)
    expect(tag).toBe(`"${movie._etag}"`)
    expect(await again(path, tag)).toBe(304)
    const changed = await update('movies', movie._id, { year: 1999 })
    expect(await again(path, tag)).toBe(200)
    expect(await tagOf(path)).toBe(`"${changed._etag}"`)
    expect(await again(path, `"${changed._etag}"`)).toBe(304)
  })

  it('[D2] takes weak tags, lists of tags and the asterisk', async () => {
    const { _id, _etag } = await newMovie()
    const status = async (condition: string) => (await get(`/movies/${_id}`, '', { 'if-none-match': condition })).status
    expect(await status(`W/"${_etag}"`)).toBe(304)
    expect(await status(`"other", "${_etag}"`)).toBe(304)
    expect(await status('*')).toBe(304)
    expect(await status('"other"')).toBe(200)
    expect(await status(_etag)).toBe(200)
    expect(await status('')).toBe(200)
  })

  it('[D2] a HEAD is conditional too, and an unknown id never', async () => {
    const { _id, _etag } = await newMovie()
    expect((await send('HEAD', `/movies/${_id}`, { headers: { 'if-none-match': `"${_etag}"` } })).status).toBe(304)
    expect((await get('/movies/999999999', '', { 'if-none-match': '*' })).status).toBe(200)
  })

  it('[D2] [D2.a] a relation that is changed changes the tag, from whichever side', async () => {
    const western = await idOf('genres', { name: 'Western' })
    const { _id } = await newMovie()
    const path = `/movies/${_id}`
    const first = await tagOf(path)
    await update('movies', _id, { _links: { 'genres[movie]': [western] } })
    expect(await again(path, first)).toBe(200)
    const second = await tagOf(path)
    await create('genres', { name: word(), _links: { 'movies[genre]': [_id] } })
    expect(await again(path, second)).toBe(200)
    const third = await tagOf(path)
    await create('people', { name: word(), _links: { 'movies[director]': [_id] } })
    expect(await again(path, third)).toBe(200)
  })

  it('[D2] [D2.a] [REL:link-object] a link object that is written changes the tags of those who own the relation', async () => {
    const movie = await newMovie()
    const [one, other] = [await create('collections', { name: word() }), await create('collections', { name: word() })]
    const path = (of: { readonly _id: number }) => `/collections/${of._id}`
    const empty = await tagOf(path(one))
    const link = await create('collection_movies', { position: 1, _links: { collection: one._id, movie: movie._id } })
    expect(await again(path(one), empty)).toBe(200)
    const [full, untouched] = [await tagOf(path(one)), await tagOf(path(other))]
    await update('collection_movies', link._id, { position: 2 })
    expect(await again(path(one), full)).toBe(200)
    const moved = await tagOf(path(one))
    await update('collection_movies', link._id, { _links: { collection: other._id } })
    expect(await again(path(one), moved)).toBe(200)
    expect(await again(path(other), untouched)).toBe(200)
  })

  it('[D2.b] a read with include is 304 until an included entity is written', async () => {
    const person = await create('people', { name: word() })
    const movie = await newMovie({ _links: { director: person._id } })
    const [path, query] = [`/movies/${movie._id}`, { include: 'people' }]
    const tag = await tagOf(path, query)
    expect(tag).not.toBe(`"${movie._etag}"`)
    expect(await again(path, tag, query)).toBe(304)
    await update('people', person._id, { name: word() })
    expect(await again(path, tag, query)).toBe(200)
    expect(await again(path, `"${movie._etag}"`)).toBe(304)
  })

  it('[D2.b] a read with a reverse include is 304 until an entity joins', async () => {
    const person = await create('people', { name: word() })
    const [path, query] = [`/people/${person._id}`, { include: 'movies' }]
    const tag = await tagOf(path, query)
    expect(await again(path, tag, query)).toBe(304)
    await newMovie({ _links: { director: person._id } })
    expect(await again(path, tag, query)).toBe(200)
  })

  it('[D2.b] a read of sparse fields has a tag of its own for each set, and changes with the entity', async () => {
    const movie = await newMovie({ year: 1990 })
    const path = `/movies/${movie._id}`
    const tags = [await tagOf(path), await tagOf(path, { fields: 'title' }), await tagOf(path, { fields: 'year' })]
    expect(new Set(tags).size).toBe(3)
    expect(await again(path, tags[1] as string, { fields: 'title' })).toBe(304)
    expect(await again(path, tags[1] as string, { fields: 'year' })).toBe(200)
    await update('movies', movie._id, { year: 1991 })
    expect(await again(path, tags[2] as string, { fields: 'year' })).toBe(200)
  })

  it('[D2.b] a read of a reverse key by fields is never stale', async () => {
    const person = await create('people', { name: word() })
    const [path, query] = [`/people/${person._id}`, { fields: 'movies[director]' }]
    const tag = await tagOf(path, query)
    await newMovie({ _links: { director: person._id } })
    expect(await again(path, tag, query)).toBe(200)
  })

  it('[D2.c] a list has a tag, which a record that joins or changes changes', async () => {
    const title = word()
    const [path, query] = ['/movies', { title }]
    const empty = await tagOf(path, query)
    expect(await again(path, empty, query)).toBe(304)
    const movie = await newMovie({ title })
    expect(await again(path, empty, query)).toBe(200)
    const one = await tagOf(path, query)
    expect(await again(path, one, query)).toBe(304)
    await update('movies', movie._id, { year: 2001 })
    expect(await again(path, one, query)).toBe(200)
  })

  it('[D2.c] related entities and reads by ids have one too', async () => {
    const person = await create('people', { name: word() })
    const movie = await newMovie({ _links: { director: person._id } })
    for (const path of [`/people/${person._id}/movies`, `/movies/${movie._id},1`, `/movies/${movie._id}/people`]) {
      expect(await again(path, await tagOf(path))).toBe(304)
    }
  })

  it('[D2] a caller gets what it may keep for itself alone', async () => {
    const { headers } = await get('/movies', { pageSize: 1 })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toContain('Authorization')
  })
})
