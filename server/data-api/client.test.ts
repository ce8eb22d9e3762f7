import { describe, expect, it } from 'vitest'
import { AppError, errorResponse } from '../errors.ts'
import { DataApiError, dataApiClient, entitiesOf } from './client.ts'

const credentials = { origin: 'http://cms.test', requestId: 'request-1' }

/** A client whose data API answers everything alike, and what it was asked. */
function clientOf(answer: () => Response, more = {}) {
  const asked: Request[] = []
  const send = async (request: Request): Promise<Response> => {
    asked.push(request)
    return answer()
  }
  return { client: dataApiClient(send, { ...credentials, ...more }), asked }
}

const envelope = () => Response.json({ movies: [{ _id: 1 }], _linked: {} })

describe('the data-API client', () => {
  it('[A7] [SYS6] calls on the caller’s behalf, with the caller’s credentials and request id', async () => {
    const given = { authorization: 'Bearer x', cookie: 'marquee_session=y', originHeader: 'http://cms.test' }
    const { client, asked } = clientOf(envelope, given)
    await client.readOne('movies', 1)
    const headers = Object.fromEntries(asked[0]?.headers ?? [])
    expect(headers).toEqual({
      accept: 'application/vnd.api+json',
      authorization: 'Bearer x',
      cookie: 'marquee_session=y',
      origin: 'http://cms.test',
      'x-request-id': 'request-1',
    })
  })

  it('[API1] [API2] asks for a record and for lists, parameters encoded', async () => {
    const { client, asked } = clientOf(envelope)
    const found = await client.readOne('movies', 1, { hideLinks: 1, include: undefined })
    expect(entitiesOf(found, 'movies')).toEqual([{ _id: 1 }])
    expect(entitiesOf(found, 'people')).toEqual([])
    await client.readList('movies', { filter: 'title_$eq_Q&A + 1', 'fields[people]': 'id,name' })
    expect(asked.map(({ url }) => url)).toEqual([
      'http://cms.test/api/v1/movies/1?hideLinks=1',
      'http://cms.test/api/v1/movies?filter=title_%24eq_Q%26A+%2B+1&fields%5Bpeople%5D=id%2Cname',
    ])
    expect(new URL(asked[1]?.url as string).searchParams.get('filter')).toBe('title_$eq_Q&A + 1')
  })

  it('[API4] asks for many records in blocks, each once', async () => {
    const { client, asked } = clientOf(envelope)
    const ids = Array.from({ length: 600 }, (_, index) => (index % 500) + 1)
    expect(await client.readMany('movies', ids, { fields: 'title' })).toHaveLength(2)
    const blocks = asked.map(({ url }) => new URL(url).pathname.slice('/api/v1/movies/'.length).split(','))
    expect(blocks.map(({ length }) => length)).toEqual([250, 250])
    expect(await client.readMany('movies', [])).toEqual([])
  })
})

describe('a batch through the client', () => {
  const remove = { _op: 'remove', _href: '/api/v1/movies/1' } as const
  const results = () => Response.json({ _results: [{ _status: 204, _href: '/api/v1/movies/1' }] })

  it('[D5] [A5] is sent as the caller, with the origin of the address it is sent to', async () => {
    const given = { cookie: 'marquee_session=y', originHeader: 'https://proxied.test' }
    const { client, asked } = clientOf(results, given)
    expect(await client.batch([remove])).toEqual([{ _status: 204, _href: '/api/v1/movies/1' }])
    const [request] = asked
    expect([request?.method, request?.url]).toEqual(['POST', 'http://cms.test/api/v1/$batch'])
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'content-type': 'application/vnd.api+json',
      cookie: 'marquee_session=y',
      origin: 'http://cms.test',
    })
    expect(await request?.json()).toEqual({ _operations: [remove] })
  })

  it('[D7] [M1.d] passes on what names the save, and that data may be lost', async () => {
    const { client, asked } = clientOf(results)
    await client.batch([remove], { confirmLoss: true, idempotency: { key: 'k', fingerprint: 'f' } })
    expect(asked[0]?.url).toBe('http://cms.test/api/v1/$batch?confirmLoss=true')
    const headers = Object.fromEntries(asked[0]?.headers ?? [])
    expect(headers).toMatchObject({ 'idempotency-key': 'k', 'idempotency-fingerprint': 'f' })
    expect(headers).not.toHaveProperty('origin')
  })
})

describe('an error of the data API', () => {
  const problem = { code: 'FILTER_SYNTAX', detail: 'filter: no', parameter: 'filter', meta: { position: 3 } } as const

  it('[D1] [D1.a] is told on as it came', async () => {
    const { client } = clientOf(() => errorResponse(new AppError(problem), null))
    const error = await client.readList('movies').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DataApiError)
    expect(error).toMatchObject({ answeredStatus: 400, status: 400, errors: [{ code: 'FILTER_SYNTAX' }] })
    const again = await errorResponse(error as DataApiError, null).text()
    expect(again).toBe(await errorResponse(new AppError(problem), null).text())
  })

  it.each([
    [502, '<html>Bad gateway</html>', 503, 'DEPENDENCY_DOWN'],
    [500, '', 503, 'DEPENDENCY_DOWN'],
    [503, '{"errors":7}', 503, 'DEPENDENCY_DOWN'],
    [418, 'null', 500, 'INTERNAL'],
  ])('[ERR:DEPENDENCY_DOWN] is %i with %j when it is none of ours', async (status, body, told, code) => {
    const { client } = clientOf(() => new Response(body, { status, headers: { 'retry-after': '7' } }))
    const error = await client.readOne('movies', 1).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ answeredStatus: status, status: told, problems: [{ code }] })
    expect(error).toMatchObject({ headers: { 'retry-after': '7' } })
  })
})
