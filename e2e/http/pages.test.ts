import { describe, expect, it } from 'vitest'
import { entities, error, get, ids, list, meta, word } from './client.ts'

const SPIELBERG = { 'director[name]': 'Steven Spielberg', sort: 'title' }

describe('pages', () => {
  it('[Q:page] [LIM:page-index] count from zero, which is also the default', async () => {
    const all = ids(await list('movies', { ...SPIELBERG, pageSize: 100 }))
    expect(all).toHaveLength(23)
    expect(ids(await list('movies', { ...SPIELBERG, pageSize: 9 }))).toEqual(all.slice(0, 9))
    expect(ids(await list('movies', { ...SPIELBERG, pageSize: 9, page: 0 }))).toEqual(all.slice(0, 9))
    expect(ids(await list('movies', { ...SPIELBERG, pageSize: 9, page: 1 }))).toEqual(all.slice(9, 18))
  })

  it('[LIM:page-index] may hold fewer rows at the end', async () => {
    const last = await get('/movies', { ...SPIELBERG, pageSize: 9, page: 2 })
    expect(entities(last, 'movies')).toHaveLength(5)
    expect(meta(last)).toMatchObject({ _pageCount: 3, _pageSize: 9, _nextPage: '' })
  })

  it('[Q:page] [ERR:page-out-of-range] beyond the last are empty, with a _meta to correct them by', async () => {
    const answer = await get('/movies', { ...SPIELBERG, pageSize: 9, page: 40 })
    expect(answer.status).toBe(200)
    expect(answer.body.movies).toEqual([])
    expect(meta(answer)).toMatchObject({ _page: 40, _pageCount: 3, _filterRowCount: 23, _nextPage: '' })
    expect(meta(answer)._previousPage).toMatch(/[?&]page=2(?:&|$)/)
    expect(entities(await get('/movies', { page: 999_999_999_999_999, pageSize: 600 }), 'movies')).toEqual([])
  })

  it('[ERR:page-out-of-range] of nothing at all lead nowhere', async () => {
    expect(meta(await get('/movies', { title: word(), page: 3 }))).toMatchObject({
      _page: 3,
      _pageCount: 0,
      _filterRowCount: 0,
      _previousPage: '',
      _nextPage: '',
    })
  })

  it('[Q:pageSize] [LIM:page-size] hold 20 records by default', async () => {
    const answer = await get('/movies', SPIELBERG)
    expect(entities(answer, 'movies')).toHaveLength(20)
    expect(meta(answer)._pageSize).toBe(20)
    expect(entities(await get('/movies', { ...SPIELBERG, pageSize: 3 }), 'movies')).toHaveLength(3)
  })

  it('[Q:pageSize.2] [LIM:page-size] hold at least one', async () => {
    for (const pageSize of ['0', '-1', '-999999999']) {
      const answer = await get('/movies', { ...SPIELBERG, pageSize })
      expect(entities(answer, 'movies')).toHaveLength(1)
      expect(meta(answer)).toMatchObject({ _pageSize: 1, _pageCount: 23 })
    }
  })

  it('[Q:pageSize.3] [LIM:page-size.2] hold at most 600', async () => {
    for (const pageSize of ['601', '999999999999']) {
      const answer = await get('/movies', { pageSize, fields: 'id', filter: 'year_$ge_1900' })
      expect(entities(answer, 'movies')).toHaveLength(600)
      expect(meta(answer)._pageSize).toBe(600)
    }
    expect(entities(await get('/movies', { pageSize: 600, fields: 'id', page: 1 }), 'movies')).toHaveLength(600)
  })

  it('[X15] [ERR:page-out-of-range] before the first or far past the last are empty, and lead back', async () => {
    const before = await get('/movies', { page: '-1', pageSize: 2 })
    expect([before.status, before.body.movies, before.body._meta?._page]).toEqual([200, [], -1])
    expect([before.body._meta?._previousPage, before.body._meta?._nextPage]).toEqual([
      '',
      '/api/v1/movies?page=0&pageSize=2',
    ])
    const past = await get('/movies', { page: '99999999999999999999', pageSize: 2 })
    expect([past.status, past.body.movies]).toEqual([200, []])
  })

  it('[Q:page] [Q:pageSize] are refused where they are no whole numbers', async () => {
    for (const query of [{ page: '1.5' }, { page: 'x' }, { page: '' }, { pageSize: 'all' }, { pageSize: '1e3' }]) {
      const answer = await get('/movies', query as Record<string, string>)
      expect(error(answer)).toMatchObject({ code: 'PARAMETER', source: { parameter: Object.keys(query)[0] } })
    }
  })
})
