import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { startFtpServer } from '../harness/ftp-server.ts'
import { type RunningServer, startServer } from '../harness/servers.ts'
import { startWebSource } from '../harness/web-source.ts'
import { type Caller, callerOf } from './saves.ts'

const PIECE = 8 * 1024 * 1024
const RAW = 'application/offset+octet-stream'

const running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

async function start(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const server = await startServer('node', { ...CREDENTIALS, DATA_DIR: folder, DEMO: 'false', ...settings })
  running.push(server)
  return server
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

async function uploadOf(caller: Caller, ...names: readonly string[]): Promise<string> {
  const response = await caller.send('POST', '/api/v1/$upload', { _files: names })
  return response.headers.get('location') ?? ''
}

const offsetOf = async (caller: Caller, href: string): Promise<number> =>
  Number((await caller.send('HEAD', href)).headers.get('upload-offset'))

const chunk = (caller: Caller, href: string, file: Buffer, from: number, to = file.length): Promise<Response> =>
  caller.sendRaw('PUT', href, new Uint8Array(file.subarray(from, to)), {
    'content-type': RAW,
    'content-range': `bytes ${from}-${to - 1}/${file.length}`,
    'content-md5': md5(file.subarray(from, to)),
  })

/** Bytes that come slowly; `sent` is told how many went so far. */
function slowly(bytes: Buffer, sent: (count: number) => void): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: async (controller) => {
      if (at >= bytes.length) return controller.close()
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + 500_000)))
      at += 500_000
      sent(at)
    },
  })
}

describe('an upload whose server is killed', () => {
  it('[F1.d] goes on behind the last part that was taken', async () => {
    const folder = await dataFolder()
    const file = randomBytes(25_000_000)
    const first = await start(folder)
    const caller = await callerOf(first.url)
    const upload = await uploadOf(caller, 'chunks.bin', 'stream.bin')
    expect((await chunk(caller, `${upload}/chunks.bin`, file, 0, 5_000_000)).status).toBe(204)
    await chunk(caller, `${upload}/stream.bin`, file, 0, 1000)

    // both are under way, one in a chunk that is taken whole or not at all, the other piece by piece
    let sent = 0
    const range = { 'content-type': RAW, 'content-range': `bytes 5000000-24999999/${file.length}` }
    const half = slowly(file.subarray(5_000_000), () => undefined)
    const chunked = caller.sendRaw('PUT', `${upload}/chunks.bin`, half, range).catch(() => null)
    const patch = { 'content-type': RAW, 'tus-resumable': '1.0.0', 'upload-offset': '1000' }
    const rest = slowly(file.subarray(1000), (count) => {
      sent = count
    })
    const streamed = caller.sendRaw('PATCH', `${upload}/stream.bin`, rest, patch).catch(() => null)
    while (sent < 2 * PIECE || (await offsetOf(caller, `${upload}/stream.bin`)) < PIECE) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    first.signal('SIGKILL')
    await first.exited
    expect(await Promise.all([chunked, streamed])).toEqual([null, null])

    const second = await start(folder)
    const again = await callerOf(second.url)
    expect(await offsetOf(again, `${upload}/chunks.bin`)).toBe(5_000_000)
    expect((await chunk(again, `${upload}/chunks.bin`, file, 5_000_000)).status).toBe(204)
    const at = await offsetOf(again, `${upload}/stream.bin`)
    expect((at - 1000) % PIECE).toBe(0)
    expect(at).toBeGreaterThan(PIECE)
    expect((await chunk(again, `${upload}/stream.bin`, file, at)).status).toBe(204)
    const said = { Item1: file.length, Item2: md5(file) }
    const body = { _filesToValidate: { 'chunks.bin': said, 'stream.bin': said } }
    const closed = await again.send('POST', upload, body)
    expect([closed.status, await closed.text()]).toEqual([200, expect.stringContaining('"_complete":true')])
  }, 120_000)
})

describe('credentials of sources', () => {
  it('[F2.c] are in no line of the log, whatever becomes of the file', async () => {
    const ftp = await startFtpServer({ 'a.txt': 'a' })
    const web = await startWebSource((request, response) => {
      const isKnown = request.headers.authorization !== undefined && request.url !== '/refused'
      response.writeHead(isKnown ? 200 : 401).end(request.headers.authorization)
    })
    const server = await start(await dataFolder(), { LOG_LEVEL: 'debug', UPLOAD_ALLOW_HOSTS: '127.0.0.1' })
    const { send } = await callerOf(server.url)
    const type = { name: 'clips', label: 'Clip', label_plural: 'Clips', has_file: true }
    expect((await send('POST', '/api/v1/adm_mediatypes', { adm_mediatypes: [type] })).status).toBe(201)
    const secrets = ['pa55word-of-the-web', 'wr0ng-of-ftp', ftp.password]
    const [forWeb, wrong, right] = secrets
    const fromFtp = { _type: 'ftp', _filename: 'a.txt', _server: '127.0.0.1', _port: ftp.port, _user: ftp.user }
    const fromWeb = { _type: 'web', _filename: 'b.txt', _user: 'u', _password: forWeb }
    const files = [
      { ...fromFtp, _password: right },
      { ...fromFtp, _password: wrong },
      { ...fromFtp, _password: wrong, _port: 1 },
      { ...fromFtp, _password: wrong, _ssl: true },
      { ...fromFtp, _password: `${wrong}\nQUIT` },
      { ...fromWeb, _url: `${web.url}/given` },
      { ...fromWeb, _url: `${web.url}/refused` },
      { ...fromWeb, _url: 'http://10.0.0.1/' },
      { ...fromWeb, _url: 'http://127.0.0.1:1/' },
      { ...fromWeb, _url: `${web.url}/given`, _md5: md5(Buffer.from('x')) },
    ]
    const answers: string[] = []
    for (const file of files) {
      const response = await send('POST', '/api/v1/clips', { clips: [{ _links: { _files: [file] } }] })
      answers.push(`${response.status} ${await response.text()}`)
    }
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual([
      '201',
      ...Array<string>(4).fill('422'),
      '201',
      ...Array<string>(4).fill('422'),
    ])
    await server.stop()
    await Promise.all([ftp.stop(), web.stop()])
    const basic = Buffer.from(`u:${forWeb}`).toString('base64')
    for (const secret of [...secrets, basic]) {
      expect(server.output()).not.toContain(secret)
      expect(answers.join('\n')).not.toContain(secret)
    }
    expect(server.output()).toContain('/api/v1/clips')
  })
})
