import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FtpServer, startFtpServer } from '../../e2e/harness/ftp-server.ts'
import { type FtpDownload, FtpFault } from '../services/files/outside/outside-network.ts'
import { type FtpAbilities, ftpClient } from './ftp-client.ts'

const big = randomBytes(3_000_000)
const FILES = { 'small.txt': 'small', 'empty.txt': '', 'Ordner ä/Film 1.bin': big }
const ALL: FtpAbilities = { encrypts: true, listens: true }

let plain: FtpServer
let encrypted: FtpServer
let certificate: { readonly cert: string; readonly private: string }

beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: 'ftp.example' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'ftp.example' }] }],
  })
  plain = await startFtpServer(FILES)
  encrypted = await startFtpServer(FILES, { tls: { cert: certificate.cert, key: certificate.private } })
})

afterAll(async () => {
  await plain.stop()
  await encrypted.stop()
})

function download({ port, user, password }: FtpServer, changes: Partial<FtpDownload> = {}): FtpDownload {
  const fixed = { host: 'ftp.example', address: '127.0.0.1', isEncrypted: false, isPassive: true, idleMs: 2000 }
  return { ...fixed, port, user, password, path: 'small.txt', ...changes }
}

async function bytes(asked: FtpDownload, abilities: FtpAbilities = ALL): Promise<Buffer> {
  const { body } = await ftpClient(abilities)(asked)
  return Buffer.from(await new Response(body).arrayBuffer())
}

const trusting = (): FtpAbilities => ({ ...ALL, tls: { ca: certificate.cert } })

async function fault(work: Promise<unknown>): Promise<readonly [string | null, string]> {
  const error = await work.then(
    () => expect.fail('expected an error'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FtpFault)) throw error
  return [error.member, error.message]
}

describe.each([
  ['passive', true],
  ['active', false],
])('FTP in %s mode', (_, isPassive) => {
  it('[FD:ftp] reads a file from the address given', async () => {
    const file = await ftpClient(ALL)(download(plain, { isPassive }))
    expect(file.size).toBe(5)
    expect(await new Response(file.body).text()).toBe('small')
    expect(await bytes(download(plain, { isPassive, path: 'empty.txt' }))).toHaveLength(0)
    expect((await bytes(download(plain, { isPassive, path: 'Ordner ä/Film 1.bin' }))).equals(big)).toBe(true)
  })

  it('[FD:ftp] reads over a connection that was made an encrypted one', async () => {
    const path = 'Ordner ä/Film 1.bin'
    const asked = download(encrypted, { isPassive, isEncrypted: true, path })
    expect((await bytes(asked, trusting())).equals(big)).toBe(true)
  })

  it('[FD:ftp] says that there is no such file', async () => {
    const expected = ['_filename', 'the server has no such file']
    expect(await fault(bytes(download(plain, { isPassive, path: 'none.txt' })))).toEqual(expected)
  })

  it('[F3.a] ends the connection when nobody reads on', async () => {
    const { body } = await ftpClient(ALL)(download(plain, { isPassive, path: 'Ordner ä/Film 1.bin' }))
    const reader = body.getReader()
    await reader.read()
    await reader.cancel()
    expect(await bytes(download(plain, { isPassive }))).toHaveLength(5)
  })
})

describe('FTP', () => {
  it('[F2.c] tells nothing of what the server said about a wrong password', async () => {
    const told = await fault(bytes(download(plain, { password: 'wrong secret' })))
    expect(told).toEqual(['_user', 'the server refused the user or the password'])
  })

  it('[FD:ftp] does not trust every certificate', async () => {
    const untrusted = ['_ssl', 'the server offers no encryption that can be trusted']
    expect(await fault(bytes(download(encrypted, { isEncrypted: true })))).toEqual(untrusted)
    const elsewhere = download(encrypted, { isEncrypted: true, host: 'other.example' })
    expect(await fault(bytes(elsewhere, trusting()))).toEqual(untrusted)
  })

  it('[FD:ftp] says that a server has no encryption', async () => {
    expect(await fault(bytes(download(plain, { isEncrypted: true })))).toEqual([
      '_ssl',
      'the server offers no encryption',
    ])
  })

  it('[F3.a] waits so long and no longer for a server that says nothing', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { readonly port: number }
    const told = await fault(bytes({ ...download(plain), port, idleMs: 100 }))
    silent.close()
    expect(told).toEqual([null, 'the server cannot be reached, or does not answer in time'])
  })

  it('[F3.b] says what a runtime cannot do', async () => {
    const little = { encrypts: false, listens: false }
    const ssl = await fault(bytes(download(encrypted, { isEncrypted: true }), little))
    expect(ssl).toEqual(['_ssl', expect.stringContaining('this runtime has no explicit FTPS')])
    const active = await fault(bytes(download(plain, { isPassive: false }), little))
    expect(active).toEqual(['_passive', expect.stringContaining('this runtime takes no connections')])
  })

  it('[F3] lets data come from the server that was checked alone', async () => {
    const bouncing = await bouncingServer('10.0.0.1')
    const { port } = bouncing.address() as { readonly port: number }
    const told = await fault(bytes({ ...download(plain), port, idleMs: 500 }))
    bouncing.close()
    expect(told).toEqual([null, 'the server cannot be reached, or does not answer in time'])
  })
})

/** Sends whoever asks for data to another host. */
async function bouncingServer(host: string): Promise<ReturnType<typeof createServer>> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 hello\r\n')
    socket.on('data', (line) => {
      const command = String(line).slice(0, 4)
      const reply = { USER: '331 and', PASS: '230 in', EPSV: '500 no', PASV: `227 (${host.replaceAll('.', ',')},0,80)` }
      socket.write(`${reply[command as keyof typeof reply] ?? '200 ok'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
