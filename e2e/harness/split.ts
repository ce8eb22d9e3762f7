import { type Child, freePort, whenReady } from './child.ts'
import { ADMIN } from './credentials.ts'
import { launch, type RunningServer, type Settings } from './servers.ts'

/** As whom the processes call each other. */
export const SERVICE_USER = { SERVICE_USERNAME: ADMIN.email, SERVICE_PASSWORD: ADMIN.password }

export interface SplitServer extends RunningServer {
  readonly auth: RunningServer
  readonly dataApi: RunningServer
  readonly files: RunningServer
}

/** The whole as four processes over one database: sign-in, records, files, and the pages that pass on to them. */
export async function startSplit(settings: Settings): Promise<SplitServer> {
  const started: Child[] = []
  // who stands behind the pages believes them where a request came in
  const behind = { TRUST_PROXY: 'true' }
  const start = async (more: Settings): Promise<RunningServer> => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const child = launch('node', { ...SERVICE_USER, ...settings, ...more }, port)
    started.push(child)
    await whenReady(child, async () => (await fetch(`${url}/health`)).ok)
    return { ...child, url }
  }
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((child) => child.stop()))
  }
  try {
    const auth = await start({ ...behind, SERVICES: 'auth' })
    const AUTH_URL = auth.url
    const [dataApi, files] = await Promise.all([
      start({ ...behind, SERVICES: 'dataapi', AUTH_URL }),
      start({ ...behind, SERVICES: 'files', AUTH_URL }),
    ])
    const pages = await start({ AUTH_URL, DATA_API_URL: dataApi.url, FILE_URL: files.url })
    return { ...pages, auth, dataApi, files, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
