import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'

let postgres: PostgresServer
let server: RunningServer
beforeAll(async () => {
  postgres = await startPostgres()
  server = await startServer('node', { DATABASE_URL: await postgres.createDatabase('down') })
})
afterAll(() => server.stop())

describe('a database that goes away', () => {
  it('[G4] [G4.a] [ERR:DEPENDENCY_DOWN] leaves the process up, not ready, and answering 503', async () => {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    await postgres.stop()

    const ready = await fetch(`${server.url}/health/ready`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ status: 'unready', parts: { database: { state: 'down' } } })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)

    const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
    const response = await fetch(`${server.url}/api/v1/sources`, { headers })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.json()).toMatchObject({ errors: [{ code: 'DEPENDENCY_DOWN' }] })
  })
})
