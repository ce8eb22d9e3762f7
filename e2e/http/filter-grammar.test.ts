import { beforeAll, describe, expect, it } from 'vitest'
import { error, get, list, newMovie, read, word } from './client.ts'

const mark = word()

/** Films of this file’s own, by the letter their title begins with. */
beforeAll(async () => {
  for (const [letter, year] of [
    ['a', 1990],
    ['b', 1990],
    ['c', 2000],
    ['d', 2010],
  ] as const) {
    await newMovie({ title: `${letter}${mark}`, year, release_date: `${year}-05-17` })
  }
})

async function found(filter: string): Promise<string> {
  const movies = await list('movies', { filter, sort: 'title', fields: 'title' })
  return movies.map(({ title }) => String(title)[0]).join('')
}

const ours = (filter: string): Promise<string> => found(`title_$ew_${mark}_$and_(${filter})`)

async function refused(filter: string) {
  const answer = await get('/movies', { filter })
  expect(error(answer)).toMatchObject({ status: '400', code: 'FILTER_SYNTAX', source: { parameter: 'filter' } })
  return error(answer)
}

describe('filter', () => {
  it('[Q:filter] [FG1] has terms of field, operator and value', async () => {
    expect(await found(`title_$eq_a${mark}`)).toBe('a')
    expect(await ours('year_$gt_1995')).toBe('cd')
    expect(await ours('release_date_$eq_2010-05-17')).toBe('d')
  })

  it('[Q:filter] is no filter when it is blank', async () => {
    expect((await list('movies', { filter: '', title: `a${mark}` })).length).toBe(1)
    expect((await list('movies', { filter: '  ', title: `a${mark}` })).length).toBe(1)
  })

  it('[FG2] [FG3] joins terms by and and by or', async () => {
    expect(await ours('year_$eq_1990_$and_title_$sw_b')).toBe('b')
    expect(await ours('year_$eq_2000_$or_title_$sw_b')).toBe('bc')
    expect(await ours('year_$eq_2000_$or_title_$sw_b_$or_year_$eq_2010')).toBe('bcd')
  })

  it('[FG4] [X3] groups by parentheses, and without them and binds tighter than or', async () => {
    expect(await ours('title_$sw_d_$or_year_$eq_1990_$and_title_$sw_b')).toBe('bd')
    expect(await ours('(title_$sw_d_$or_year_$eq_1990)_$and_title_$sw_b')).toBe('b')
    expect(await ours('title_$sw_b_$and_year_$eq_1990_$or_title_$sw_d')).toBe('bd')
    expect(await ours('title_$sw_b_$and_(year_$eq_1990_$or_title_$sw_d)')).toBe('b')
    expect(await ours('((year_$eq_1990_$and_(title_$sw_a))_$or_((year_$eq_2010)))')).toBe('ad')
  })

  it('[FG5] [X3.a] has a connector straight against parentheses, or with underscores', async () => {
    for (const or of ['$or', '_$or_', '_$or', '$or_']) {
      expect(await ours(`(year_$eq_1990_$and_title_$lk_b*)${or}(year_$eq_2010)`)).toBe('bd')
    }
    for (const and of ['$and', '_$and_', '_$and', '$and_']) {
      expect(await ours(`(year_$eq_1990)${and}(title_$lk_b*)`)).toBe('b')
    }
    expect(await ours('year_$eq_2010_$or(year_$eq_2000)')).toBe('cd')
    expect(await ours('(year_$eq_2010)$or_year_$eq_2000')).toBe('cd')
  })

  it('[FG6] reads URL-encoded values, a plus as a space', async () => {
    const { _id } = await newMovie({ title: `é & ü + 100% #1 ${mark}x` })
    const title = encodeURIComponent(`é & ü + 100% #1 ${mark}x`)
    expect((await list('movies', `filter=title_%24eq_${title}`)).map((movie) => movie._id)).toEqual([_id])
    expect(await list('movies', `filter=title_$eq_${title.replaceAll('%20', '+')}`)).toHaveLength(1)
  })

  it('[FG7] reads dates as yyyy-MM-dd or as Unix time', async () => {
    const noon = Date.UTC(2000, 4, 17, 12) / 1000
    expect(await ours('release_date_$eq_2000-05-17')).toBe('c')
    expect(await ours(`release_date_$eq_${noon}`)).toBe('c')
    expect(await ours(`release_date_$lt_${noon}`)).toBe('ab')
    expect(await ours('dateins_$gt_2020-01-01')).toBe('abcd')
    expect(await ours('dateins_$lt_1577836800')).toBe('')
    expect((await refused('release_date_$eq_17.05.2000')).meta).toMatchObject({ position: 17 })
    expect((await refused('release_date_$eq_2001-02-29')).detail).toContain('release_date')
  })

  it('[FG8] takes $esc(X) in a value for the character X', async () => {
    const found = async (filter: string) => (await list('movies', { filter })).map((movie) => movie._id)
    const one = await newMovie({ title: `foo_(_bar_)_foo ${mark}x` })
    expect(await found(`title_$lk_foo_$esc(()_bar_$esc())_foo ${mark}x`)).toEqual([one._id])
    expect(await found(`title_$lk_foo_$esc(()_bar_$esc(()_foo ${mark}x`)).toEqual([])
    const two = await newMovie({ title: `foo, 5*: $ ${mark}y` })
    expect(await found(`title_$eq_foo, 5*: $ ${mark}y`)).toEqual([two._id])
    expect(await found(`title_$lk_f$esc(o)o, 5$esc(*): $esc($) ${mark}y`)).toEqual([two._id])
    expect(await found(`title_$lk_$esc(*)${mark}y`)).toEqual([])
    expect(await found(`title_$in(x,foo$esc(,) 5*: $ ${mark}y)`)).toEqual([two._id])
    expect(await found(`title_$in(x,foo, 5*: $ ${mark}y)`)).toEqual([])
    expect(await found(`title_$ct_5$esc(*):_$and_title_$ew_${mark}y`)).toEqual([two._id])
  })

  it('[FG8] takes a connector in a value by escaping its dollar', async () => {
    const { _id } = await newMovie({ title: `a_$and_b_$or_c ${mark}z` })
    const filter = `title_$eq_a_$esc($)and_b_$esc($)or_c ${mark}z`
    expect((await list('movies', { filter })).map((movie) => movie._id)).toEqual([_id])
  })

  it('[FG9] knows $esc in value position only', async () => {
    expect((await refused('$esc(t)itle_$eq_x')).meta).toMatchObject({ position: 0 })
    expect((await refused('title_$esc(x)')).detail).toContain('$esc')
  })

  it('[FG10] [ERR:unescaped-parentheses] refuses an unescaped parenthesis in a value', async () => {
    expect((await refused('title_$eq_foo(bar')).meta).toMatchObject({ position: 13 })
    expect((await refused('title_$eq_foo)bar')).meta).toMatchObject({ position: 13 })
    expect((await refused('(title_$eq_foo')).meta).toMatchObject({ position: 14 })
    expect((await refused('title_$in(a,b(c)')).meta).toMatchObject({ position: 13 })
  })

  it('[X10] [X10.a] [X10.b] has bounds', async () => {
    const nested = (levels: number) => `${'('.repeat(levels)}title_$eq_a${mark}${')'.repeat(levels)}`
    expect(await found(nested(40))).toBe('a')
    expect((await refused(nested(41))).detail).toContain('40 levels')
    const terms = (count: number) => Array(count).fill('year_$eq_1').join('_$or_')
    expect((await list('movies', { filter: terms(500) })).length).toBe(0)
    expect((await refused(terms(501))).detail).toContain('500 terms')
    const items = (count: number) => `filter=year_$in(${Array(count).fill('7').join(',')})`
    expect(await list('movies', items(5000))).toEqual([])
    expect(error(await get('/movies', items(5001))).detail).toContain('5000')
  })
})

describe('fields of related records', () => {
  it('[FG18] are filtered by for Related, DropRelated and Source', async () => {
    const jaws = await list('movies', {
      filter: 'director[name]_$eq_Steven Spielberg_$and_rating[name]_$eq_PG_$and_source[name]_$lk_*short story*',
      sort: 'year',
    })
    expect(jaws[0]).toMatchObject({ title: 'Jaws' })
    const all = await list('movies', {
      filter: 'director[name]_$sw_steven s_$and_director[name]_$ew_BERG',
      pageSize: 100,
    })
    expect(all.map(({ title }) => title)).toContain('Amistad')
    expect(all.length).toBeGreaterThanOrEqual(23)
  })

  it('[FG18] take every operator, and lead on to relations of the related record', async () => {
    const labels = await list('movies', { filter: 'distributor[parent]_$isempty_false', pageSize: 3, sort: 'title' })
    for (const movie of labels) {
      const distributor = await read('distributors', Number(movie._links?.distributor))
      expect(distributor._links?.parent).toEqual(expect.any(Number))
    }
    expect(await list('movies', { filter: 'director[id]_$in(0)' })).toEqual([])
    const filter = `genres[name]_$in(Western,Horror)_$and_title_$sw_Jaws_$and_year_$eq_1975`
    expect((await list('movies', { filter })).map(({ title }) => title)).toEqual(['Jaws'])
  })

  it('[FG18] are refused on a field that is no relation, and where there is no such field', async () => {
    expect((await refused('title[name]_$eq_x')).meta).toMatchObject({ position: 0 })
    const unknown = error(await get('/movies', { filter: 'director[nothing]_$eq_x' }))
    expect(unknown).toMatchObject({ code: 'UNKNOWN_FIELD', source: { parameter: 'filter' } })
  })
})
