import { spawn } from 'node:child_process'
import process from 'node:process'
import { freePort } from './child.ts'
import { startNeonProxy } from './neon-proxy.ts'
import { startPostgres } from './postgres.ts'
import { ROOT, startServer, WRANGLER_OFFLINE, wranglerArguments } from './servers.ts'
import { buildShell } from './shell-build.ts'

/**
 * `npm run dev:worker`: the Worker in wrangler's local runtime, on PORT. It works on DATABASE_URL, or without one on a
 * Postgres that is made for the occasion with the demo catalogue in it and goes when this ends.
 */
const NEON_HOST = /\.neon\.tech$/
const stops: (() => Promise<unknown>)[] = []

await buildShell()
const { DATABASE_URL, ADMIN_EMAIL, ADMIN_PASSWORD, PORT = '8787' } = process.env
const url = DATABASE_URL || (await madeForTheOccasion())
const settings: Record<string, string> = { DATABASE_URL: url }
if (ADMIN_EMAIL && ADMIN_PASSWORD) Object.assign(settings, { ADMIN_EMAIL, ADMIN_PASSWORD })
if (!NEON_HOST.test(new URL(url).hostname)) {
  const proxy = await startNeonProxy()
  stops.push(proxy.stop)
  Object.assign(settings, { NEON_FETCH_ENDPOINT: proxy.fetchEndpoint, NEON_WS_PROXY: proxy.wsProxy })
}

const wrangler = spawn('wrangler', wranglerArguments(settings, Number(PORT), await freePort()), {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, ...WRANGLER_OFFLINE },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void wrangler.kill('SIGTERM'))
wrangler.on('exit', async (code) => {
  for (const stop of stops.toReversed()) await stop()
  process.exit(code ?? 0)
})

async function madeForTheOccasion(): Promise<string> {
  const postgres = await startPostgres()
  stops.push(postgres.stop)
  const made = await postgres.createDatabase('marquee')
  // Node makes the catalogue and shows the administrator's password, which a Worker has nobody to show to
  const given = ADMIN_EMAIL && ADMIN_PASSWORD ? { ADMIN_EMAIL, ADMIN_PASSWORD } : {}
  const service = await startServer('node', { ...given, DATABASE_URL: made, DEMO: 'true', LOG_LEVEL: 'silent' })
  await service.stop()
  process.stderr.write(service.stderr().replace(/^Marquee is ready.*\n/m, ''))
  return made
}
