import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createApp } from '../app.ts'
import { printedMail } from '../auth/index.ts'
import { loadConfig, runs } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { requireAddress } from './address-check.ts'
import { digest } from './digest.ts'
import { lineWriter } from './line-writer.ts'
import { openDatabase } from './open-database.ts'
import type { Platform } from './platform.ts'
import { prepareDemo } from './prepare-demo.ts'
import { serverFiles } from './server-files.ts'
import { smtpMailer } from './smtp-mailer.ts'
import { exitCode, startProblem } from './start-problem.ts'
import { staticFiles } from './static-files.ts'

/** `connection` is what the server knows of the other end; handlers find the caller's address in it. */
export type Fetch = (request: Request, connection: object) => Response | Promise<Response>

export interface Listener {
  readonly port: number
  /** Refuses new connections and resolves when every request under way has its response. */
  readonly stop: () => Promise<void>
}

export type Listen = (fetch: Fetch, address: { readonly host: string; readonly port: number }) => Promise<Listener>

const REFRESH_MS = 2000
/** SIGTERM must end the process within a second: so much for requests under way, so much for the database. */
const DRAIN_MS = 500
const CLOSE_MS = 300

/** Runs the service in a process of its own (Node, Deno) until a signal ends it. */
export async function serve(name: 'node' | 'deno', listen: Listen): Promise<void> {
  const started = performance.now()
  const { platform, settled } = processPlatform(name)
  const { context, listener } = await start(platform, listen)
  const { config, log, notices } = context

  const refreshing = setInterval(() => void refresh(context), REFRESH_MS)
  refreshing.unref()
  let stopping = false
  const stop = async (signal: string, exitCode: number): Promise<void> => {
    if (stopping) return process.exit(exitCode || 1)
    stopping = true
    log.info('stopping', { signal })
    clearInterval(refreshing)
    await within(DRAIN_MS, listener.stop().then(settled))
    await within(CLOSE_MS, context.close())
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', { error }))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', { error })
    void stop('uncaughtException', 1)
  })

  const url = ownAddress(config.host, listener.port)
  log.info('started', {
    url,
    runtime: name,
    database: config.database.kind,
    ms: Math.round(performance.now() - started),
  })
  tell(`Marquee is ready at ${url}`)
  if (config.mail.smtp === null && runs(config.services, 'auth')) tell('no SMTP_URL: mails are shown here')
  notices.forEach(tell)
}

/** Passkeys work on this machine under the name `localhost` and under no number. */
function ownAddress(host: string, port: number): string {
  const name = /^(?:127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

async function start(platform: Platform, listen: Listen): Promise<{ context: Context; listener: Listener }> {
  let context: Context | undefined
  try {
    const config = loadConfig(process.env)
    await requireAddress(config)
    context = await createContext(config, platform, config.demo ? { prepare: prepareDemo } : {})
    return { context, listener: await listen(createApp(context).fetch as Fetch, config) }
  } catch (error) {
    await context?.close()
    // a password that was just made is shown now or never
    context?.notices.forEach(tell)
    tell(`marquee: ${startProblem(error)}`)
    return process.exit(exitCode(error))
  }
}

function processPlatform(name: 'node' | 'deno'): { platform: Platform; settled: () => Promise<unknown> } {
  const deferred = new Set<Promise<unknown>>()
  const platform: Platform = {
    name,
    openDatabase,
    digest,
    asset: staticFiles(fileURLToPath(new URL('../../shell/dist', import.meta.url))),
    defer: (work) => {
      const settling: Promise<unknown> = work.catch(() => undefined).then(() => deferred.delete(settling))
      deferred.add(settling)
    },
    files: serverFiles,
    mailer: ({ mail: { smtp } }) => (smtp === null ? printedMail(tell) : smtpMailer(smtp)),
    writeLog: lineWriter(),
  }
  return { platform, settled: () => Promise.all(deferred) }
}

async function refresh({ refresh, log }: Context): Promise<void> {
  try {
    await refresh()
  } catch (error) {
    log.warn('refresh failed', { error })
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, milliseconds))])
}

/** For people: standard output holds the log and nothing else. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
