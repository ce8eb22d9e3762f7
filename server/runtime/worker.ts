import { env, waitUntil } from 'cloudflare:workers'
import { Hono } from 'hono'
import { createApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { openNeon } from '../db/neon.ts'
import { AppError, errorResponse } from '../errors.ts'
import { requestFrame } from '../frame.ts'
import type { AppEnv } from '../http.ts'
import { createLog } from '../log.ts'
import { aliveRoute } from '../web-api/health.ts'
import { digest } from './digest.ts'
import { md5 } from './md5.ts'
import type { Platform } from './platform.ts'
import { objectPresence, type PresenceObject } from './presence-object.ts'
import { boundBucket } from './r2-store.ts'
import { smtpMailer } from './smtp-mailer.ts'
import { workerNetwork } from './worker-network.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      readonly ASSETS: Fetcher
      readonly PRESENCE?: DurableObjectNamespace<PresenceObject>
    }
  }
}

export { PresenceObject } from './presence-object.ts'

/** An isolate's instance; `checked` is when it last looked for what other instances changed. */
interface Instance {
  readonly app: Hono<AppEnv>
  readonly context: Context
  checked: number
}

const REFRESH_MS = 2000
/** An isolate that slept longer looks before it answers, so that its first answer is not old. */
const SLEPT_MS = 10_000

let starting: Promise<Instance> | undefined

export default {
  async fetch(request) {
    let instance: Instance
    try {
      instance = await current()
      await refresh(instance)
    } catch (error) {
      return outOfOrder(error).fetch(request)
    }
    return instance.app.fetch(request, env)
  },
  /** Delivers what a request could not: its entries wait in the database. */
  async scheduled() {
    const { context } = await current()
    await context.refresh()
  },
} satisfies ExportedHandler

/** The isolate's instance, made by its first request; after a failure the next request tries again. */
function current(): Promise<Instance> {
  if (starting === undefined) {
    starting = start()
    // others may wait for it when the request that began it is gone
    waitUntil(
      starting.catch(() => {
        starting = undefined
      }),
    )
  }
  return starting
}

async function start(): Promise<Instance> {
  const config = loadConfig(texts(env), { embeddedDatabase: false, postgresDriver: 'neon' })
  const context = await createContext(config, platform, { unattended: true })
  return { app: createApp(context), context, checked: Date.now() }
}

async function refresh(instance: Instance): Promise<void> {
  const age = Date.now() - instance.checked
  if (age < REFRESH_MS) return
  instance.checked = Date.now()
  const { context } = instance
  const refreshing = context.refresh().catch((error) => context.log.warn('refresh failed', { error }))
  if (age > SLEPT_MS) await refreshing
  else waitUntil(refreshing)
}

const platform: Platform = {
  name: 'workerd',
  openDatabase: async ({ database }, observe) => {
    if (database.kind !== 'neon') throw new Error(`a Worker cannot open a ${database.kind} database`)
    return openNeon(database, observe)
  },
  digest,
  asset: async (path, headers) => {
    const response = await env.ASSETS.fetch(new Request(new URL(path, 'https://assets.invalid'), { headers }))
    return response.status === 404 ? null : response
  },
  defer: waitUntil,
  addressOf: (request) => request.headers.get('cf-connecting-ip'),
  files: () => ({ md5, bucket: (name) => boundBucket(env, name), network: workerNetwork }),
  presence: (options) => (env.PRESENCE === undefined ? null : objectPresence(env.PRESENCE, options)),
  // what a Worker prints is its log, where no such link belongs
  mailer: ({ mail: { smtp } }) => (smtp === null ? null : smtpMailer(smtp)),
  writeLog: (line) => console.log(line),
}

function texts(bindings: object): Record<string, string> {
  const entries = Object.entries(bindings) as [string, unknown][]
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Stands in for the service while it cannot start: the process is up, nothing else is [G4]. */
function outOfOrder(error: unknown): Hono<AppEnv> {
  const log = createLog('info', platform.writeLog)
  log.error('did not start', { error })
  const app = new Hono<AppEnv>()
  app.use(requestFrame(log))
  app.route('/', aliveRoute(platform))
  app.notFound((c) => {
    const down = new AppError({ code: 'DEPENDENCY_DOWN', detail: 'the service could not start; its log tells why' })
    return errorResponse(down, c.req.header('accept') ?? null)
  })
  return app
}
