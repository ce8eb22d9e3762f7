import { Hono } from 'hono'
import type { Context, ReadinessCheck } from '../context.ts'
import type { AppEnv } from '../http.ts'
import type { Platform } from '../runtime/platform.ts'

const TIME_LIMIT_MS = 3000

interface PartState {
  readonly state: 'up' | 'down'
  readonly latencyMs: number
}

/** `GET /health`: the process answers, whatever state the rest is in [G4]. */
export function aliveRoute({ name }: Pick<Platform, 'name'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get('/health', (c) => c.json({ status: 'up', runtime: name }, 200, NO_STORE))
  return app
}

/** `GET /health/ready`: each part with its state, 503 unless all that it cannot do without are up [G4]. */
export function readyRoute({ readiness, platform, log }: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get('/health/ready', async (c) => {
    const states = await Promise.all(
      readiness.map(async (part) => {
        const { error, ...state } = await partState(part)
        if (error !== undefined) log.warn('not ready', { part: part.name, error })
        return { name: part.name, state, isReady: state.state === 'up' || part.optional === true }
      }),
    )
    const ready = states.every(({ isReady }) => isReady)
    const parts = Object.fromEntries(states.map(({ name, state }) => [name, state]))
    return c.json({ status: ready ? 'ready' : 'unready', runtime: platform.name, parts }, ready ? 200 : 503, NO_STORE)
  })

  return app
}

const NO_STORE = { 'cache-control': 'no-store' }

async function partState(part: ReadinessCheck): Promise<PartState & { readonly error?: unknown }> {
  const start = performance.now()
  const latencyMs = (): number => Math.round((performance.now() - start) * 10) / 10
  try {
    await withinLimit(part.check())
    return { state: 'up', latencyMs: latencyMs() }
  } catch (error) {
    return { state: 'down', latencyMs: latencyMs(), error }
  }
}

async function withinLimit(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIME_LIMIT_MS} ms`)), TIME_LIMIT_MS)
  })
  try {
    await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
