import type { TestProject } from 'vitest/node'
import { CREDENTIALS } from '../credentials.ts'
import { PUBLIC_ORIGIN, startMailServer } from '../mail-server.ts'
import { startNeonProxy } from '../neon-proxy.ts'
import { scratchFolder } from '../run-folder.ts'
import { type RunningServer, type RuntimeName, type Settings, startServer } from '../servers.ts'
import type { ServiceUnderTest } from '../service.ts'
import { sharedPostgres } from '../shared-postgres.ts'
import { buildShell } from '../shell-build.ts'

type Teardown = () => Promise<void>

/** Starts the service for a project and tells its tests where; gives what stops it again. */
export async function startService(
  project: Pick<TestProject, 'provide'>,
  runtime: RuntimeName,
  database: ServiceUnderTest['database'],
  start: (settings: Settings) => Promise<RunningServer> = (settings) =>
    startServer(runtime, settings, { lasting: true }),
): Promise<Teardown> {
  await buildShell()
  const stops: Teardown[] = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.toReversed()) await stop()
  }
  try {
    const settings = await databaseSettings(runtime, database, stops)
    const mailFolder = scratchFolder('mail')
    const mail = await startMailServer(mailFolder)
    stops.push(mail.close)
    // files come from servers of the tests' own, on the loopback
    const server = await start({
      ...CREDENTIALS,
      ...settings,
      UPLOAD_ALLOW_HOSTS: '127.0.0.1',
      UPLOAD_MAX_BYTES: '50000000',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Marquee <marquee@example.org>',
      PUBLIC_URL: PUBLIC_ORIGIN,
    })
    stops.push(server.stop)
    const databaseUrl = settings.DATABASE_URL ?? null
    project.provide('service', { url: server.url, runtime, database, databaseUrl, mailFolder })
    return stopAll
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function databaseSettings(
  runtime: RuntimeName,
  database: ServiceUnderTest['database'],
  stops: Teardown[],
): Promise<Settings> {
  if (database === 'pglite') return { DATA_DIR: scratchFolder('data'), DEMO: 'true' }
  const postgres = await sharedPostgres()
  stops.push(postgres.release)
  const settings = { DATA_DIR: scratchFolder('data'), DATABASE_URL: await postgres.createCatalogue(runtime) }
  if (runtime !== 'workerd') return settings
  const proxy = await startNeonProxy()
  stops.push(proxy.stop)
  return { ...settings, NEON_FETCH_ENDPOINT: proxy.fetchEndpoint, NEON_WS_PROXY: proxy.wsProxy }
}
