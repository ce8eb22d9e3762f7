import { describe, expect, it } from 'vitest'
import { service } from '../harness/service.ts'

const { url, runtime } = service()

describe('health', () => {
  it('[G4] [G4.b] tells that the process is up, and on which runtime', async () => {
    const response = await fetch(`${url}/health`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 'up', runtime })
  })

  it('[G4.a] [G4.b] tells the state of each part and how long it took to answer', async () => {
    const response = await fetch(`${url}/health/ready`)
    expect(response.status).toBe(200)
    const body = (await response.json()) as { status: string; parts: Record<string, unknown> }
    expect(body.status).toBe('ready')
    const up = { state: 'up', latencyMs: expect.any(Number) }
    expect(body.parts).toMatchObject({ database: up, permissions: up })
  })
})
