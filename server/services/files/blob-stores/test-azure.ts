import { type ChildProcess, spawn } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { sharedKeyHeader } from './azure-signature.ts'

export interface AzureServer {
  readonly endpoint: string
  readonly account: string
  readonly accountKey: string
  readonly container: string
  readonly stop: () => Promise<void>
}

const COMMAND = fileURLToPath(new URL('../../../../node_modules/.bin/azurite-blob', import.meta.url))
/** What Azurite has out of the box; it is in its manual. */
const ACCOUNT = 'devstoreaccount1'
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Azure's storage on this machine, Azurite, with the container `films`; it keeps its blobs in the folder. */
export async function startAzure(folder: string): Promise<AzureServer> {
  const port = await freePort()
  const options = ['--blobHost', '127.0.0.1', '--blobPort', String(port), '--location', folder, '--silent']
  const child = spawn(process.execPath, [COMMAND, ...options, '--disableTelemetry'], { stdio: 'ignore' })
  const server = {
    endpoint: `http://127.0.0.1:${port}/${ACCOUNT}`,
    account: ACCOUNT,
    accountKey: KEY,
    container: 'films',
  }
  await answering(server, child)
  return {
    ...server,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Makes the container once the server answers. */
async function answering({ endpoint, account, accountKey, container }: Omit<AzureServer, 'stop'>, child: ChildProcess) {
  const url = `${endpoint}/${container}?restype=container`
  for (let left = 300; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`Azurite ended with ${child.exitCode}`)
    const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-08-06' }
    const authorization = await sharedKeyHeader({ method: 'PUT', url, headers, length: 0 }, account, accountKey)
    const made = await fetch(url, { method: 'PUT', headers: { ...headers, authorization } }).catch(() => null)
    if (made !== null) {
      if (!made.ok) throw new Error(`Azurite answered ${made.status}: ${await made.text()}`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Azurite did not answer')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
