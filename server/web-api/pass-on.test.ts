import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { UNRESTRICTED } from '../catalog/rights.ts'
import { AppError, errorResponse } from '../errors.ts'
import type { AppEnv, Caller } from '../http.ts'
import { passOnTo } from './pass-on.ts'

it('[X13] what is passed on to a service is of a method that can be sent', async () => {
  const app = new Hono<AppEnv>()
  app.onError((error) => {
    if (error instanceof AppError) return errorResponse(error, null)
    throw error
  })
  app.all('*', (c) => {
    c.set('requestId', 'r-1')
    c.set('caller', { key: 'user:1', name: '', rights: UNRESTRICTED } as unknown as Caller)
    return passOnTo(c, { forward: async ({ method }) => new Response(method) }, 'nobody else')
  })
  const address = 'http://cms.test/permission/v1/authorization'
  expect(await (await app.request(address, { method: 'POST', body: '{}' })).text()).toBe('POST')
  // as the server hands one over that came in
  const trace = Object.defineProperty(new Request(address), 'method', { value: 'TRACE' })
  const response = await app.request(trace)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE'])
})
