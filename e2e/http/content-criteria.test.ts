import { describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import {
  create,
  entities,
  error,
  errors,
  get,
  idOf,
  ids,
  list,
  meta,
  newMovie,
  patch,
  pick,
  post,
  send,
  word,
} from './client.ts'
import { call } from './history-client.ts'
import { signIn } from './session.ts'

interface Expansion {
  readonly _mediaType: string
  readonly _ids: readonly number[]
}

/** Criteria of this test's own, of films unless told otherwise. */
const add = (members: object): Promise<Entity> =>
  create('content_criteria', { name: word(), mediatype: 'movies', ...members })
const expand = (id: number) => call<Expansion>('GET', `/contentcriteria/v1/expand/${id}`)

/** Three films whose titles begin with a name of their own, in the order of their ids and years. */
async function threeFilms(): Promise<{ readonly name: string; readonly films: readonly number[] }> {
  const name = word()
  const made: Entity[] = []
  for (const year of [1950, 1960, 1970]) made.push(await newMovie({ year, title: `${name} ${year}` }))
  return { name, films: ids(made) }
}

describe('content criteria', () => {
  it('[D10] [X32] [SVC:content-criteria] filter a list, in the order that was saved with them', async () => {
    const { name, films } = await threeFilms()
    const [first, second, third] = films
    const { _id: id } = await add({ filter_expression: `title_$sw_${name}`, sort_expression: '-year' })
    expect(ids(await list('movies', { contentcriteria: id }))).toEqual([third, second, first])
    expect(ids(await list('movies', { contentcriteria: id, sort: 'year' }))).toEqual([first, second, third])
    expect(ids(await list('movies', { contentcriteria: id, filter: 'year_$lt_1970' }))).toEqual([second, first])
    await patch(`/content_criteria/${id}`, { content_criteria: [{ highlights: [second] }] })
    const page = await get('/movies', { contentcriteria: id, pageSize: 2 })
    expect(ids(entities(page, 'movies'))).toEqual([second, third])
    expect(meta(page)).toMatchObject({ _filterRowCount: 3, _pageCount: 2 })
    expect(ids(entities(await get(meta(page)._nextPage.replace('/api/v1', '')), 'movies'))).toEqual([first])
    await patch(`/content_criteria/${id}`, { content_criteria: [{ max_records: 2 }] })
    expect((await expand(id)).body).toEqual({ _mediaType: 'movies', _ids: [second, third] })
  })

  it('[D10] [META:_filterRowCount] follow what is saved: a film that comes, one that goes, another filter', async () => {
    const { name, films } = await threeFilms()
    const { _id: id } = await add({ filter_expression: `title_$sw_${name}` })
    expect(ids(await list('movies', { contentcriteria: id }))).toEqual(films)
    const { _id: fourth } = await newMovie({ title: `${name} 1980` })
    await send('DELETE', `/movies/${films[0]}`)
    expect(ids(await list('movies', { contentcriteria: id }))).toEqual([films[1], films[2], fourth])
    await patch(`/content_criteria/${id}`, { content_criteria: [{ filter_expression: `title_$eq_${name} 1980` }] })
    expect(ids(await list('movies', { contentcriteria: id }))).toEqual([fourth])
  })

  it('[D10.a] filter ids and relations, alone and beside others', async () => {
    const { name, films } = await threeFilms()
    const { _id: id } = await add({ filter_expression: `title_$sw_${name}_$and_year_$ge_1960` })
    const own = `title_$sw_${name}`
    const find = async (filter: string) => ids(await list('movies', { filter: `${own}_$and_${filter}`, sort: 'year' }))
    expect(await find(`id_$in(contentcriteria:${id})`)).toEqual([films[1], films[2]])
    expect(await find(`id_$notin(contentcriteria:${id})`)).toEqual([films[0]])
    expect(await find(`id_$in(${films[0]},contentcriteria:${id})`)).toEqual(films)
    const western = await add({ mediatype: 'genres', filter_expression: 'name_$eq_Western' })
    await patch(`/movies/${films[1]}`, {
      movies: [{ _links: { genres: [await idOf('genres', { name: 'Western' })] } }],
    })
    expect(await find(`genres_$in(contentcriteria:${western._id})`)).toEqual([films[1]])
    const outer = await add({ filter_expression: `${own}_$and_id_$notin(contentcriteria:${id})` })
    expect(ids(await list('movies', { contentcriteria: outer._id }))).toEqual([films[0]])
  })

  it('[D10] [D8] [D11] choose what is aggregated, exported and found by a finder', async () => {
    const { name, films } = await threeFilms()
    const { _id: id } = await add({
      filter_expression: `title_$sw_${name}_$and_year_$le_1960`,
      sort_expression: '-year',
    })
    const body = { _mediaType: 'movies', _contentCriteria: id, _aggregates: [{ _function: 'count', _as: 'n' }] }
    expect((await post('/aggregate-data', body)).body._rows).toEqual([[2]])
    const exported = await get('/movies', { contentcriteria: id, fields: 'year' }, { accept: 'text/csv' })
    expect(exported.text).toBe(`id,year\r\n${films[1]},1960\r\n${films[0]},1950\r\n`)
    const genre = await add({ mediatype: 'genres', filter_expression: 'name_$eq_Western' })
    const _href = `/api/v1/genres?contentcriteria=${genre._id}`
    const made = await newMovie({ _links: { genres: [{ _type: 'finder', _href, _resultset: 'all' }] } })
    const genres = entities(await get(`/movies/${made._id}/genres`), 'genres')
    expect(pick(genres, 'name')).toEqual(['Western'])
  })

  it('[D10] [ERR:PARAMETER] that are unknown or of another media type are told by the parameter or the position', async () => {
    const { _id: genres } = await add({ mediatype: 'genres' })
    for (const value of ['999999999', genres, 'x']) {
      expect(error(await get('/movies', { contentcriteria: value }))).toMatchObject({
        code: 'PARAMETER',
        source: { parameter: 'contentcriteria' },
      })
    }
    expect(error(await get('/movies', { filter: `id_$in(contentcriteria:${genres})` }))).toMatchObject({
      code: 'FILTER_SYNTAX',
      meta: { position: 7 },
    })
  })

  it('[D10] [ERR:VALIDATION] are saved when they can be expanded, and told of with pointer and position when not', async () => {
    const saved = await post('/content_criteria', {
      content_criteria: [
        { name: word(), mediatype: 'movies', filter_expression: 'year_$ge', sort_expression: 'nothing' },
      ],
    })
    expect(saved.status).toBe(422)
    expect(errors(saved)).toMatchObject([
      { source: { pointer: '/content_criteria/0/filter_expression' }, meta: { position: 8 } },
      { source: { pointer: '/content_criteria/0/sort_expression' } },
    ])
    const { _id: id } = await add({})
    const own = { filter_expression: `id_$in(contentcriteria:${id})` }
    expect(error(await patch(`/content_criteria/${id}`, { content_criteria: [own] }))).toMatchObject({
      code: 'VALIDATION',
      source: { pointer: '/content_criteria/0/filter_expression' },
    })
  })

  it('[SVC:content-criteria] are expanded for services and administrators, saved or not, and for nobody else', async () => {
    const { name, films } = await threeFilms()
    const body = { _mediaType: 'movies', _filter: `title_$sw_${name}`, _limit: 2, _highlights: [films[2]] }
    const preview = await call<Expansion>('POST', '/contentcriteria/v1/expand', body)
    expect([preview.status, preview.body]).toEqual([200, { _mediaType: 'movies', _ids: [films[2], films[0]] }])
    const wrong = await call<Expansion>('POST', '/contentcriteria/v1/expand', { ...body, _filter: 'x' })
    expect([wrong.status, wrong.body.errors?.[0]?.source]).toEqual([422, { pointer: '/_filter' }])
    expect((await expand(999_999_999)).status).toBe(404)
    const administrator = await signIn()
    expect((await administrator.send('/contentcriteria/v1/health')).status).toBe(200)
    const headers = { authorization: 'Bearer nobody' }
    expect((await call('GET', '/contentcriteria/v1/health', undefined, headers)).status).toBe(401)
    expect((await call('PUT', '/contentcriteria/v1/expand', body)).status).toBe(405)
  })

  it('[G4.a] [SVC:content-criteria] are named among the parts of the service', async () => {
    const { body } = await call<{ readonly parts: object }>('GET', '/health/ready')
    expect(body.parts).toMatchObject({ contentCriteria: { state: 'up' } })
  })

  it('[M1] are listed and edited on pages of their own', async () => {
    const { _id: id } = await add({ description: 'what editors chose' })
    const { send: browse } = await signIn()
    expect((await browse('/api/v2/display/adm_content_criteria')).status).toBe(200)
    const form = await browse(`/api/v2/display/adm_content_criterion/${id}`)
    expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('what editors chose')])
  })
})
