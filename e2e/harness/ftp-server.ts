import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SecureContextOptions } from 'node:tls'
import { FtpSrv } from 'ftp-srv'
import { freePort } from './child.ts'
import { scratchFolder } from './run-folder.ts'

export interface FtpServer {
  readonly port: number
  readonly user: string
  readonly password: string
  readonly stop: () => Promise<void>
}

/** An FTP server on the loopback with these files; paths are below its root. */
export async function startFtpServer(
  files: Readonly<Record<string, Uint8Array | string>>,
  options: { readonly tls?: SecureContextOptions } = {},
): Promise<FtpServer> {
  const root = scratchFolder('ftp')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const user = 'uploader'
  const password = 'correct horse ßtaple'
  const port = await freePort()
  const quiet = { child: () => quiet, trace() {}, debug() {}, info() {}, warn() {}, error() {} }
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    tls: options.tls ?? false,
    log: quiet,
  })
  server.on('login', (given, accept, refuse) => {
    if (given.username === user && given.password === password) accept({ root })
    else refuse(new Error(`the password ${given.password} is wrong`))
  })
  await server.listen()
  return { port, user, password, stop: async () => void (await server.close()) }
}
