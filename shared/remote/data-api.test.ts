import { afterEach, describe, expect, it, vi } from 'vitest'
import { changeRecords, DataApiError, isConflict, readRecord, readRecords } from './data-api.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request so, and keeps what was asked. */
function answering(status: number, body: unknown) {
  const asked: { path: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  })
  return asked
}

const entity = (id: number) => ({ _id: id, _etag: `${id + 1}.1`, title: 'Heat' })

describe('the data API for bundles', () => {
  it('reads records with the session of the page', async () => {
    const asked = answering(200, { movies: [entity(1)], _linked: {} })
    expect(await readRecords('movies', { filter: 'year_$ge_1990', pageSize: 5 })).toEqual([entity(1)])
    expect(asked[0]?.path).toBe('/api/v1/movies?filter=year_%24ge_1990&pageSize=5')
    expect(asked[0]?.init.credentials).toBe('same-origin')
  })

  it('reads one record, or finds none', async () => {
    const asked = answering(200, { movies: [entity(7)], _linked: {} })
    expect(await readRecord('movies', 7)).toEqual(entity(7))
    expect(asked[0]?.path).toBe('/api/v1/movies/7')
    answering(200, { movies: [], _linked: {} })
    expect(await readRecord('movies', 8)).toBeUndefined()
  })

  it('[A5] [A7] writes one record under the tag it was seen with', async () => {
    const asked = answering(200, { movies: [entity(7)] })
    const changed = await changeRecords('movies', [{ id: 7, etag: '3.1' }], { title: 'Heat' })
    expect(changed).toEqual([{ id: 7, etag: '8.1', entity: entity(7) }])
    expect(asked[0]).toMatchObject({ path: '/api/v1/movies/7', init: { method: 'PATCH' } })
    expect(asked[0]?.init.headers).toMatchObject({ 'if-match': '"3.1"', 'content-type': 'application/vnd.api+json' })
    expect(JSON.parse(String(asked[0]?.init.body))).toEqual({ movies: [{ title: 'Heat' }] })
  })

  it('writes several records together, each under its tag', async () => {
    const asked = answering(200, { movies: [entity(1), entity(2)] })
    const seen = [
      { id: 1, etag: '1.1' },
      { id: 2, etag: '5.1' },
    ]
    expect(await changeRecords('movies', seen, { year: 1990 })).toHaveLength(2)
    expect(asked[0]?.path).toBe('/api/v1/movies')
    expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
      movies: [
        { year: 1990, _id: 1, _etag: '1.1' },
        { year: 1990, _id: 2, _etag: '5.1' },
      ],
    })
  })

  it('writes nothing to nobody', async () => {
    const asked = answering(500, '')
    expect(await changeRecords('movies', [], { year: 1990 })).toEqual([])
    expect(asked).toEqual([])
  })

  it('tells what was refused, and whether somebody else was first', async () => {
    answering(412, { errors: [{ status: '412', code: 'ETAG_MISMATCH', title: 'T', detail: 'changed meanwhile' }] })
    const conflict = await changeRecords('movies', [{ id: 1, etag: '1' }], {}).catch((error: unknown) => error)
    expect(isConflict(conflict)).toBe(true)
    expect(conflict).toMatchObject({ message: 'changed meanwhile', status: 412 })
    answering(502, '<html>')
    const broken = await readRecords('movies').catch((error: unknown) => error)
    expect(broken).toBeInstanceOf(DataApiError)
    expect([isConflict(broken), String(broken)]).toEqual([false, 'DataApiError: The server answered 502.'])
  })
})
