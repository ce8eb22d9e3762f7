import { describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { list, newMovie, read, update } from './client.ts'
import { dataOf, save } from './save-client.ts'

describe('saving a page of several records', () => {
  const values = { year: 1999 }
  const bulk = (films: readonly Entity[]) => {
    const records = films.map(({ _id, _etag }) => ({ id: _id, etag: _etag }))
    return { components: [{ key: 'form', data: { values, records } }], isBulkEdit: true }
  }

  it('[R2] changes them alike, or none of them where one was changed since', async () => {
    const films = [await newMovie(), await newMovie(), await newMovie()]
    const [first, second] = films as [Entity, Entity, Entity]
    const path = `film/${films.map(({ _id }) => _id).join(',')}`
    const now = await update('movies', second._id, { running_time: 70 })
    const refused = await save(path, bulk(films))
    expect([refused.status, refused.errors]).toEqual([
      412,
      [
        expect.objectContaining({
          source: { pointer: '/components/0/data/records/1/etag' },
          meta: { _etag: now._etag, _changed: ['running_time'] },
        }),
      ],
    ])
    expect((await read('movies', first._id)).year).toBeNull()
    const { status, page } = await save(path, bulk([first, now]))
    expect(status).toBe(200)
    expect(dataOf(page).records).toHaveLength(3)
    const years = (await list('movies', { filter: `id_$in(${path.slice('film/'.length)})` })).map(({ year }) => year)
    expect(years.toSorted()).toEqual([1999, 1999, null])
  })

  it('[R2] refuses what must be unique, as no two records can have it', async () => {
    const films = [await newMovie(), await newMovie()]
    const refusals = await Promise.all(
      [films, films.slice(1)].map(async (some) => {
        const { components } = bulk(some)
        const data = { ...components[0]?.data, values: { slug: 'alike' } }
        const path = `film/${some.map(({ _id }) => _id).join(',')}`
        const { status, errors } = await save(path, { components: [{ key: 'form', data }], isBulkEdit: true })
        return [status, errors.map(({ code, source }) => [code, source?.pointer])]
      }),
    )
    const refused = [422, [['VALIDATION', '/components/0/data/values/slug']]]
    expect(refusals).toEqual([refused, refused])
  })

  it('[R2] tells of a value once that does for none of them', async () => {
    const films = [await newMovie(), await newMovie()]
    const body = { components: [{ key: 'form', data: { values: { year: 'soon' } } }], isBulkEdit: true }
    const { errors } = await save(`film/${films.map(({ _id }) => _id).join(',')}`, body)
    expect(errors.map(({ source }) => source?.pointer)).toEqual(['/components/0/data/values/year'])
  })
})
