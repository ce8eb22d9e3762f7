import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { loadConfig } from './config.ts'
import { type Context, createContext } from './context.ts'
import { migratedDatabase, openCopy } from './db/test-database.ts'
import { digest } from './runtime/digest.ts'
import type { Platform } from './runtime/platform.ts'
import { serverFiles } from './runtime/server-files.ts'

const lines: string[] = []
const platform: Platform = {
  name: 'node',
  openDatabase: async (_config, observe) => openCopy(await migratedDatabase(), observe),
  digest,
  asset: async () => null,
  files: serverFiles,
  defer: () => undefined,
  writeLog: (line) => lines.push(line),
}

let context: Context
beforeAll(async () => {
  context = await createContext(loadConfig({ DEMO: 'false' }), platform)
})
afterAll(() => context.close())

describe('the application', () => {
  it('[ERR:INTERNAL] [G5] tells nobody but the log what went wrong inside', async () => {
    await sql`alter table auth_tokens rename to auth_tokens_away`.execute(context.database.kysely)
    lines.length = 0
    const headers = { authorization: `Bearer ${'a'.repeat(43)}`, 'x-request-id': 'broken-1' }
    const response = await createApp(context).request('/api/v1/sources', { headers })
    await sql`alter table auth_tokens_away rename to auth_tokens`.execute(context.database.kysely)

    expect(response.status).toBe(500)
    expect(response.headers.get('x-request-id')).toBe('broken-1')
    const body = await response.text()
    expect(JSON.parse(body).errors).toMatchObject([{ status: '500', code: 'INTERNAL' }])
    expect(body).not.toMatch(/auth_tokens|select|relation|\.ts/)
    const entries = lines.map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: 'request failed',
        requestId: 'broken-1',
        error: expect.objectContaining({ sqlstate: '42P01' }),
      }),
    )
    expect(lines.join()).not.toContain('aaaa')
  })

  it('[ERR:TOO_LARGE] refuses a body above the limit, told or untold', async () => {
    const { config } = context
    const small = createApp({ ...context, config: { ...config, dataApi: { ...config.dataApi, maxBodyBytes: 1024 } } })
    const told = await small.request('/oauth/token', { method: 'POST', body: 'x'.repeat(1025) })
    expect(told.status).toBe(413)
    expect(await told.json()).toMatchObject({ errors: [{ code: 'TOO_LARGE' }] })
    const body = new Blob(['x'.repeat(1025)]).stream()
    const untold = await small.request('/oauth/token', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(untold.status).toBe(413)
  })

  it('[G5.c] logs the path of a request and not its query', async () => {
    lines.length = 0
    await createApp(context).request('/health?access_token=hidden-in-the-query')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'request', method: 'GET', path: '/health', status: 200 })
    expect(lines[0]).not.toContain('hidden')
  })
})
