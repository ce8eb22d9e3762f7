import { beforeAll, describe, expect, it } from 'vitest'
import { create, error, get, idOf, list, newMovie, word } from './client.ts'

const mark = word()
const DEPTH = 12
/** A chain of companies, each the parent of the next: its ids from the root down. */
const chain: number[] = []
/** A branch of the root that is a film company as well. */
let branch: number

beforeAll(async () => {
  for (let level = 0; level <= DEPTH; level += 1) {
    const parent = chain.at(-1) ?? null
    chain.push(
      (await create('distributors', { name: `${mark} ${String(level).padStart(2, '0')}`, _links: { parent } }))._id,
    )
  }
  branch = (await create('distributors', { name: `${mark} branch`, _links: { parent: chain[0] } }))._id
  for (const [level, distributor] of [...chain, branch].entries()) {
    await newMovie({ title: `${mark} ${String(level).padStart(2, '0')}`, _links: { distributor } })
  }
  await newMovie({ title: `${mark} none` })
})

const root = (): number => chain[0] as number

async function levels(filter: string, type = 'distributors'): Promise<string> {
  const name = type === 'movies' ? 'title' : 'name'
  const found = await list(type, { filter: `${name}_$sw_${mark}_$and_${filter}`, sort: name, pageSize: 100 })
  return found.map((each) => String(each[name]).split(' ')[1]).join(' ')
}

const upTo = (last: number): string =>
  Array.from({ length: last + 1 }, (_, level) => String(level).padStart(2, '0')).join(' ')

describe('inherited children', () => {
  it('[FG11] are the root and what is below it, down to a depth', async () => {
    expect(await levels(`id_$in(${root()}:1)`)).toBe('00 01 branch')
    expect(await levels(`id_$in(${root()}:2)`)).toBe('00 01 02 branch')
    expect(await levels(`id_$in(${chain[3]}:2)`)).toBe('03 04 05')
    expect(await levels(`id_$in(${branch}:3)`)).toBe('branch')
  })

  it('[FG11] filter records that refer to the tree', async () => {
    expect(await levels(`distributor_$in(${chain[3]}:1)`, 'movies')).toBe('03 04')
    expect(await levels(`parent_$in(${root()}:1)`)).toBe('01 02 branch')
  })

  it('[FG11] [OP:notin] leave out the tree with notin, and keep what refers to nothing', async () => {
    expect(await levels(`id_$notin(${root()}:11)`)).toBe('11 12')
    expect(await levels(`distributor_$notin(${chain[1]}:8)`, 'movies')).toBe('00 10 11 12 13 none')
  })

  it('[FG11] stand in a list beside plain ids and other trees', async () => {
    expect(await levels(`id_$in(${chain[9]},${chain[3]}:1,${chain[6]}:[parent]1)`)).toBe('03 04 06 07 09')
    expect(await levels(`id_$notin(${chain[12]},${root()}:9)`)).toBe('10 11')
  })

  it('[FG12] name the column before or after the depth', async () => {
    expect(await levels(`id_$in(${root()}:[parent]1)`)).toBe('00 01 branch')
    expect(await levels(`id_$in(${root()}:1[parent])`)).toBe('00 01 branch')
    expect(await levels(`id_$in(${chain[9]}:[parent])`)).toBe('09 10 11 12')
  })

  it('[FG13] [FG15] [LIM:children-depth] go ten levels deep by default', async () => {
    expect(await levels(`id_$in(${root()}:[PARENT])`)).toBe(`${upTo(10)} branch`)
    expect(await levels(`distributor_$in(${root()}:[PARENT])`, 'movies')).toBe(`${upTo(10)} 13`)
  })

  it('[FG13] [FG14] [FG16] [LIM:children-depth] go ten levels deep at most', async () => {
    for (const depth of ['0', '10', '11', '999999999']) {
      expect(await levels(`id_$in(${root()}:${depth})`)).toBe(`${upTo(10)} branch`)
    }
  })

  it('[FG17] follow PARENT where no column is named, in either case', async () => {
    expect(await levels(`id_$in(${chain[4]}:1)`)).toBe('04 05')
    expect(await levels(`id_$in(${chain[4]}:1[PARENT])`)).toBe('04 05')
    expect(await levels(`id_$in(${chain[4]}:1[Parent])`)).toBe('04 05')
    const answer = await get('/distributors', { filter: `id_$in(${root()}:1[name])` })
    expect(error(answer)).toMatchObject({ code: 'FILTER_SYNTAX', meta: { position: 7 } })
    expect(error(await get('/movies', { filter: 'director_$in(1:2)' })).code).toBe('FILTER_SYNTAX')
  })

  it('[FG11] of the demo’s sources and companies', async () => {
    const literature = await idOf('sources', { name: 'Literature and press' })
    const names = (await list('sources', { filter: `id_$in(${literature}:1)`, sort: 'name' })).map(({ name }) => name)
    expect(names).toEqual([
      'Based on Book/Short Story',
      'Based on Factual Book/Article',
      'Based on Magazine Article',
      'Literature and press',
    ])
    const films = { filter: `source_$in(${literature}:1)_$and_year_$eq_1975` }
    expect((await list('movies', films)).map(({ title }) => title)).toContain('Jaws')
    expect(await list('movies', { filter: `source_$in(${literature})_$and_year_$eq_1975` })).toEqual([])
  })

  it('[FG11] of an unknown root are none', async () => {
    expect(await levels('id_$in(999999999:3)')).toBe('')
    expect(error(await get('/distributors', { filter: 'id_$in(x:3)' })).code).toBe('FILTER_SYNTAX')
  })

  it('[X6] begin after a colon with digits, a column or both, and are text otherwise', async () => {
    const [a, b] = [await newMovie({ title: `${mark}:x` }), await newMovie({ title: `${mark}:` })]
    const found = async (filter: string) => (await list('movies', { filter })).map(({ _id }) => _id)
    expect(await found(`title_$in(${mark}:x)`)).toEqual([a._id])
    expect(await found(`title_$in(${mark}:)`)).toEqual([b._id])
    expect(error(await get('/distributors', { filter: `id_$in(${root()}:x)` })).code).toBe('FILTER_SYNTAX')
    expect(error(await get('/distributors', { filter: `id_$in(${root()}:1$esc([)parent])` })).code).toBe(
      'FILTER_SYNTAX',
    )
  })

  it('[X6.a] are plain text on a field that makes no tree', async () => {
    const movie = await newMovie({ title: `${mark}:7` })
    const columned = await newMovie({ title: `${mark}:[x]3` })
    const found = await list('movies', { filter: `title_$in(${mark}:7,${mark}:[x]3)` })
    expect(found.map(({ _id }) => _id)).toEqual([movie._id, columned._id])
    const name = word()
    await create('collections', { name, start_time: '20:15:00' })
    expect((await list('collections', { filter: `start_time_$in(20:15)_$and_name_$eq_${name}` })).length).toBe(1)
  })
})
