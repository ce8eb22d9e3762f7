import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FtpServer, startFtpServer } from '../harness/ftp-server.ts'
import { request, service } from '../harness/service.ts'
import { startWebSource, type WebSource } from '../harness/web-source.ts'
import { type Answer, entity, error, errors, list, post } from './client.ts'
import { type FileType, md5Of, newFileType } from './file-type.ts'

const film = randomBytes(2_000_000)
const USER = 'jörg'
const PASSWORD = 's3cret-pässword'

let clips: FileType
let web: WebSource
let ftp: FtpServer

beforeAll(async () => {
  clips = await newFileType()
  ftp = await startFtpServer({ 'film.mp4': film, 'a b/poster.jpg': 'a poster', 'empty.txt': '' })
  web = await startWebSource((sent, response) => {
    const path = sent.url ?? ''
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
    if (path === '/secret.mp4' && sent.headers.authorization !== expected) response.writeHead(401).end(PASSWORD)
    else if (path === '/endless') pour(response)
    else if (path === '/breaks') {
      response.writeHead(200, { 'content-length': '5000000' }).write(film, () => response.destroy())
    } else if (path === '/missing') response.writeHead(404).end()
    else if (path.startsWith('/to/')) response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end()
    else response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(film.length) }).end(film)
  })
})

afterAll(async () => {
  await Promise.all([web.stop(), ftp.stop()])
  await clips.drop()
})

function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(film));
  if (!response.destroyed) response.once('drain', () => pour(response))
}

const create = (...files: readonly object[]): Promise<Answer> =>
  post(`/${clips.name}`, { [clips.name]: [{ name: 'Clip', _links: { _files: files } }] })

const fromWeb = (path: string, more: object = {}): object => {
  const url = path.startsWith('/') ? `${web.url}${path}` : path
  return { _type: 'web', _filename: 'film.mp4', _url: url, ...more }
}

const fromFtp = (more: object = {}): object => {
  const server = { _server: '127.0.0.1', _port: ftp.port, _user: ftp.user, _password: ftp.password }
  return { _type: 'ftp', _filename: 'film.mp4', ...server, ...more }
}

async function stored(answer: Answer): Promise<Buffer> {
  const { _url: url } = entity(answer, clips.name)
  return Buffer.from(await (await request(String(url))).arrayBuffer())
}

/** What a create is refused for, at which member of its first file; nothing of it is there, and no secret is told. */
async function refused(file: object): Promise<readonly [string, string | undefined, string]> {
  const before = await list(clips.name)
  const answer = await create(file)
  const { code, source, detail } = error(answer)
  expect(await list(clips.name)).toEqual(before)
  for (const secret of [PASSWORD, ftp.password, 'wr0ng']) expect(answer.text).not.toContain(secret)
  return [code, source?.pointer?.slice(`/${clips.name}/0/_links/_files/0/`.length), detail]
}

describe('a file from the web', () => {
  it('[FD:web] [API7.a] [LIM:cloud-upload] is there when the create is answered', async () => {
    const created = await create(fromWeb('/film', { _md5: md5Of(film) }))
    expect(created.status).toBe(201)
    expect((await stored(created)).equals(film)).toBe(true)
  })

  it('[FD:web] [F2.c] is fetched with credentials, which are told to nobody', async () => {
    const credentials = { _user: USER, _password: PASSWORD }
    const created = await create(fromWeb('/secret.mp4', credentials))
    expect((await stored(created)).equals(film)).toBe(true)
    expect(created.text).not.toContain(PASSWORD)
    expect(await refused(fromWeb('/secret.mp4', { ...credentials, _password: 'wr0ng' }))).toEqual([
      'VALIDATION',
      '_url',
      'the server refuses to give the file (status 401)',
    ])
  })

  it('[F3] is fetched over redirects, but not from inside', async () => {
    expect((await stored(await create(fromWeb('/to/%2Ffilm')))).equals(film)).toBe(true)
    const inside = [
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://localhost/',
      'http://169.254.169.254/',
      'http://127.1.1.1',
    ]
    for (const url of [...inside, ...inside.map((each) => `/to/${encodeURIComponent(each)}`)]) {
      expect(await refused(fromWeb(url))).toEqual(['VALIDATION', '_url', expect.stringContaining('is not public')])
    }
    expect(await refused(fromWeb('/to/%2Fto%2Ffile:%2F%2F%2Fetc%2Fpasswd'))).toEqual([
      'VALIDATION',
      '_url',
      expect.any(String),
    ])
  })

  it('[F3.a] is bounded in size, and whole', async () => {
    expect(await refused(fromWeb('/endless'))).toEqual(['TOO_LARGE', '_url', 'the file has more than 50000000 bytes'])
    expect(await refused(fromWeb('/breaks'))).toEqual(['VALIDATION', '_url', expect.any(String)])
    expect(await refused(fromWeb('/missing'))).toEqual(['VALIDATION', '_url', 'the server answers with status 404'])
  })

  it('[FD:web] [ERR:UPLOAD_MISMATCH] is what it was said to be', async () => {
    expect((await refused(fromWeb('/film', { _md5: md5Of('x') }))).slice(0, 2)).toEqual(['UPLOAD_MISMATCH', '_md5'])
    expect((await refused(fromWeb('/film', { _fileSize: 7 }))).slice(0, 2)).toEqual(['UPLOAD_MISMATCH', '_fileSize'])
  })

  it('[FD:web] [FD:ftp] [F4] is described as a whole, or told what is wrong', async () => {
    const answer = await create(
      fromWeb('ftp://host.example/x', { _filename: '../x', _user: 'a\nb' }),
      fromFtp({ _port: 0, _ssl: 1, _subfolder: 'a\r\nDELE x', _bucket: 'x' }),
      { _type: 'upload', _id: 'x' },
    )
    const pointers = errors(answer).map(({ source }) => source?.pointer?.replace(`/${clips.name}/0/_links/_files/`, ''))
    expect(pointers.toSorted()).toEqual(
      ['0/_filename', '0/_url', '0/_user', '1/_bucket', '1/_port', '1/_ssl', '1/_subfolder', '2/_id'].toSorted(),
    )
  })
})

describe('a file from an FTP server', () => {
  it('[FD:ftp] [API7.a] is there when the create is answered', async () => {
    const created = await create(fromFtp({ _filesize: film.length, _md5: md5Of(film) }))
    expect(created.status).toBe(201)
    expect((await stored(created)).equals(film)).toBe(true)
    const folder = await create(fromFtp({ _filename: 'poster.jpg', _subfolder: '/a b/', _passive: true }))
    expect((await stored(folder)).toString()).toBe('a poster')
    expect((await stored(await create(fromFtp({ _filename: 'empty.txt' })))).length).toBe(0)
  })

  it('[FD:ftp] [F2.c] is refused at the member it is about', async () => {
    expect((await refused(fromFtp({ _filename: 'none.mp4' }))).slice(0, 2)).toEqual(['VALIDATION', '_filename'])
    expect((await refused(fromFtp({ _password: 'wr0ng' }))).slice(0, 2)).toEqual(['VALIDATION', '_user'])
    expect((await refused(fromFtp({ _md5: md5Of('x') }))).slice(0, 2)).toEqual(['UPLOAD_MISMATCH', '_md5'])
    expect(await refused(fromFtp({ _server: '10.0.0.1' }))).toEqual([
      'VALIDATION',
      '_server',
      expect.stringContaining('is not public'),
    ])
  })

  it('[F3.b] [FD:ftp] comes in active mode and encrypted where the runtime can, and is a clear error where not', async () => {
    const isWorker = service().runtime === 'workerd'
    const encrypted = isWorker ? 'this runtime has no explicit FTPS' : 'the server offers no encryption'
    expect(await refused(fromFtp({ _ssl: true }))).toEqual(['VALIDATION', '_ssl', expect.stringContaining(encrypted)])
    if (isWorker) {
      const told = expect.stringContaining('this runtime takes no connections')
      expect(await refused(fromFtp({ _passive: false }))).toEqual(['VALIDATION', '_passive', told])
    } else expect((await stored(await create(fromFtp({ _passive: false })))).equals(film)).toBe(true)
  })
})

describe('files of several kinds', () => {
  it('[FD4] come together, or none does', async () => {
    const answer = await create(fromWeb('/film'), fromFtp({ _filename: 'poster.jpg', _subfolder: 'a b' }))
    expect(answer.status).toBe(201)
    const before = await list(clips.name)
    const half = await create(fromWeb('/film'), fromFtp({ _filename: 'none.mp4' }))
    expect(error(half).source?.pointer).toBe(`/${clips.name}/0/_links/_files/1/_filename`)
    expect(await list(clips.name)).toEqual(before)
  })
})
