import { beforeAll, describe, expect, it } from 'vitest'
import { create, error, get, idOf, list, newMovie, word } from './client.ts'

const mark = word()
let maker: number
let western: number

/** Films by the letter their title begins with; of `n` nothing but the title is known. */
beforeAll(async () => {
  maker = (await create('people', { name: 'A Maker' }))._id
  western = await idOf('genres', { name: 'Western' })
  const common = { status: 'review' }
  await newMovie({
    ...common,
    title: `alpha ${mark}`,
    year: 1990,
    imdb_rating: 7.5,
    us_gross: '100',
    release_date: '1990-01-02',
  })
  await newMovie({
    ...common,
    title: `Beta ${mark}`,
    year: 2000,
    imdb_rating: 8,
    us_gross: '200',
    notes: '<p>A note</p>',
  })
  await newMovie({ ...common, title: `c_ma% ${mark}`, year: 2010, us_gross: '0', _links: { director: maker } })
  await newMovie({ ...common, title: `needle ${mark}`, _links: { 'genres[movie]': [western] } })
})

async function ours(filter: string): Promise<string> {
  const query = { filter: `title_$ct_${mark}_$and_(${filter})`, sort: 'title', fields: 'title' }
  return (await list('movies', query))
    .map(({ title }) => String(title)[0]?.toLowerCase())
    .toSorted()
    .join('')
}

describe('comparisons', () => {
  it('[OP:eq] matches what is equal', async () => {
    expect(await ours('year_$eq_2000')).toBe('b')
    expect(await ours('imdb_rating_$eq_8.0')).toBe('b')
    expect(await ours('us_gross_$eq_100.00')).toBe('a')
    expect(await ours(`title_$eq_Beta ${mark}`)).toBe('b')
    expect(await ours(`title_$eq_beta ${mark}`)).toBe('')
    expect(await ours(`title_$eq_*${mark}`)).toBe('')
    expect(await ours(`director_$eq_${maker}`)).toBe('c')
  })

  it('[OP:neq] [X2] matches what is not equal, and what has no value', async () => {
    expect(await ours('year_$neq_2000')).toBe('acn')
    expect(await ours(`title_$neq_Beta ${mark}`)).toBe('acn')
    expect(await ours(`director_$neq_${maker}`)).toBe('abn')
    expect(await ours(`genres_$neq_${western}`)).toBe('abc')
  })

  it('[OP:gt] [OP:ge] [OP:lt] [OP:le] compare numbers, amounts, days and texts in their own order', async () => {
    expect(await ours('year_$gt_1990')).toBe('bc')
    expect(await ours('year_$ge_1990')).toBe('abc')
    expect(await ours('year_$lt_2010')).toBe('ab')
    expect(await ours('year_$le_2010')).toBe('abc')
    expect(await ours('us_gross_$gt_99')).toBe('ab')
    expect(await ours('us_gross_$lt_1000')).toBe('abc')
    expect(await ours('imdb_rating_$ge_7.51')).toBe('b')
    expect(await ours('release_date_$le_1990-01-02')).toBe('a')
    expect(await ours('release_date_$lt_1990-01-02')).toBe('')
    expect(await ours('title_$gt_d')).toBe('n')
  })
})

describe('patterns', () => {
  it('[OP:lk] [OP:lk.2] matches a pattern with asterisks, in either case', async () => {
    expect(await ours('title_$lk_ALPHA*')).toBe('a')
    expect(await ours(`title_$lk_*et*${mark.toUpperCase()}`)).toBe('b')
    expect(await ours('title_$lk_alpha')).toBe('')
    expect(await ours('title_$lk_*')).toBe('abcn')
    expect(await ours(`title_$lk_b*t* ${mark}`)).toBe('b')
  })

  it('[OP:sw] [OP:ew] [OP:ct] match beginnings, endings and parts', async () => {
    expect(await ours('title_$sw_BE')).toBe('b')
    expect(await ours('title_$sw_eta')).toBe('')
    expect(await ours(`title_$ew_a ${mark}`)).toBe('ab')
    expect(await ours('title_$ct_eedl')).toBe('n')
    expect(await ours('title_$ct_EEDL')).toBe('n')
  })

  it('[OP:lk] [OP:ct] take what is special in SQL for itself', async () => {
    expect(await ours('title_$ct_%')).toBe('c')
    expect(await ours('title_$ct_c_m')).toBe('c')
    expect(await ours('title_$sw_a_p')).toBe('')
    expect(await ours('title_$ct_\\')).toBe('')
    expect(await ours("title_$ct_'")).toBe('')
  })

  it('[OP:sw] [OP:ct] match the digits of numbers', async () => {
    expect(await ours('year_$sw_20')).toBe('bc')
    expect(await ours('year_$ct_99')).toBe('a')
  })
})

describe('lists and emptiness', () => {
  it('[OP:in] matches what the list holds', async () => {
    expect(await ours('year_$in(1990,2010)')).toBe('ac')
    expect(await ours('year_$in(7)')).toBe('')
    expect(await ours(`title_$in(alpha ${mark},Beta ${mark})`)).toBe('ab')
    expect(await ours(`genres_$in(${western},999999)`)).toBe('n')
    expect(await ours('status_$in(review,archived)')).toBe('abcn')
  })

  it('[OP:notin] [X2] matches what the list does not hold, and what has no value', async () => {
    expect(await ours('year_$notin(1990,2010)')).toBe('bn')
    expect(await ours(`genres_$notin(${western},999999)`)).toBe('abc')
    expect(await ours(`director_$notin(${maker})`)).toBe('abn')
  })

  it('[OP:isempty] tells what has a value from what has none', async () => {
    expect(await ours('year_$isempty_true')).toBe('n')
    expect(await ours('year_$isempty_false')).toBe('abc')
    expect(await ours('notes_$isempty_false')).toBe('b')
    expect(await ours('director_$isempty_true')).toBe('abn')
    expect(await ours('genres_$isempty_false')).toBe('n')
    expect(await ours('genres_$isempty_true')).toBe('abc')
    expect(error(await get('/movies', { filter: 'year_$isempty_yes' })).detail).toContain('true or false')
  })

  it('[X2] a filter and its complement share out every record', async () => {
    for (const [field, one, other, value] of [
      ['year', 'eq', 'neq', '_2000'],
      ['year', 'in', 'notin', '(1990,2000)'],
      ['title', 'eq', 'neq', `_Beta ${mark}`],
      ['director', 'eq', 'neq', `_${maker}`],
      ['genres', 'in', 'notin', `(${western})`],
      ['distributor', 'in', 'notin', '(1,2:1)'],
    ]) {
      const [these, those] = [await ours(`${field}_$${one}${value}`), await ours(`${field}_$${other}${value}`)]
      expect([...these, ...those].toSorted().join('')).toBe('abcn')
    }
  })
})

describe('field types', () => {
  it('[OP:eq] [OP:in] [OP:isempty] look into sets, flags, ranges and moments', async () => {
    const name = word()
    const age = { from: 6, to: 12 }
    await create('collections', {
      name,
      weekdays: ['mon', 'wed'],
      is_public: true,
      age,
      publish_at: '2020-05-05T10:00:00Z',
    })
    const found = async (filter: string) =>
      (await list('collections', { filter: `name_$eq_${name}_$and_${filter}` })).length
    expect(await found('weekdays_$eq_wed')).toBe(1)
    expect(await found('weekdays_$in(tue,mon)')).toBe(1)
    expect(await found('weekdays_$neq_tue')).toBe(1)
    expect(await found('weekdays_$notin(mon)')).toBe(0)
    expect(await found('is_public_$eq_true')).toBe(1)
    expect(await found('publish_at_$gt_2020-05-05')).toBe(1)
    expect(await found('publish_at_$ge_2020-05-06')).toBe(0)
    expect(await found('age_$isempty_false')).toBe(1)
    expect(await found('settings_$isempty_true')).toBe(1)
  })
})

describe('what an operator does not know', () => {
  it('[ERR:FILTER_SYNTAX] is refused with its position', async () => {
    for (const [filter, position] of [
      ['year_$foo_1', 5],
      ['title_$eq_x_$and_director[name]_$foo_1', 32],
      ['year_$in(1,2,x,y)', 13],
      ['title_$eq_x_$and_id_$in(1,$esc(2),3:2)', 34],
      ['genres_$gt_1', 7],
      ['title_$eq_x_$and_year_$eq_abc', 26],
      ['year_$eq(1,2)', 9],
      ['year_$gt_', 9],
      ['is_public_$lk_a', 10],
      ['id_$eq_x', 7],
    ] as const) {
      const type = filter.startsWith('is_public') ? 'collections' : 'movies'
      const answer = await get(`/${type}`, { filter })
      expect(error(answer)).toMatchObject({ status: '400', code: 'FILTER_SYNTAX', meta: { position } })
    }
  })

  it('[D1.f] [ERR:UNKNOWN_FIELD] is so where an unknown field stands, of the records or of related ones', async () => {
    for (const [filter, position] of [
      ['nothing_$eq_1', 0],
      ['title_$eq_x_$and_(nothing_$eq_1)', 18],
      ['director[nothing]_$eq_1', 9],
      ['director[director]_$eq_1', 9],
    ] as const) {
      const answer = await get('/movies', { filter })
      expect(error(answer)).toMatchObject({ status: '400', code: 'UNKNOWN_FIELD', source: { parameter: 'filter' } })
      expect(error(answer).meta).toMatchObject({ position, expected: expect.stringMatching(/^a field of /) })
    }
  })
})
