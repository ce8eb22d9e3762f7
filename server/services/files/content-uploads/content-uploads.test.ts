import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../../../catalog/rights.ts'
import { type Answer, type FilesSite, md5Of, openFilesSite, SOON } from '../test-files.ts'

let site: FilesSite
beforeAll(async () => {
  site = await openFilesSite({ UPLOAD_MAX_BYTES: '20000000' })
})
afterAll(() => site.close())
afterEach(() => expect(site.failures).toEqual([]))

const TEXT = 'the whole file'
const send = (name: string, body: string, headers = {}, rights?: Rights | null): Promise<Answer> =>
  site.ask('POST', `/upload/content/${name}`, {
    body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    ...(rights === undefined ? {} : { rights }),
  })
interface Stored {
  readonly _id: string
  readonly _url: string
}
const stored = ({ text }: Answer): Stored => JSON.parse(text) as Stored
const nobody: Rights = { unrestricted: false, signature: 'nobody', mediaTypes: new Map(), sources: null }

describe('a file in one request', () => {
  it('[SVC:file-upload] [SVC:file-download] is stored, told with its MD5, and downloaded under its address', async () => {
    const answer = await send('Gr%C3%B6%C3%9Fe.txt', TEXT, { 'content-md5': md5Of(TEXT) })
    expect(answer.status).toBe(201)
    const { _id: id, _url: url, ...rest } = stored(answer)
    expect(rest).toEqual({ _fileSize: TEXT.length, _md5: md5Of(TEXT) })
    expect(id).toMatch(/^[0-9a-f-]{36}\/Größe\.txt$/)
    expect(answer.headers.get('location')).toBe(url)
    const read = await site.ask('GET', url)
    expect([read.text, read.headers.get('content-type')]).toEqual([TEXT, 'text/plain;charset=utf-8'])
    expect((await site.ask('GET', url, { rights: null })).status).toBe(401)
  })

  it('[F2.b] serves ranges over all the pieces it is kept in', async () => {
    const long = 'ab'.repeat(8_500_000)
    const { _url: url } = stored(await send('long.txt', long))
    const at = 8 * 1024 * 1024 - 2
    const part = await site.ask('GET', url, { headers: { range: `bytes=${at}-${at + 5}` } })
    expect([part.status, part.text]).toEqual([206, long.slice(at, at + 6)])
    expect((await site.ask('GET', url, { headers: { range: 'bytes=-3' } })).text).toBe('bab')
  })

  it('[F1.f] is attached to a record by its id, and is an upload no more', async () => {
    const { _id: id, _url: url } = stored(await send('poster.jpg', TEXT))
    const body = { images: [{ name: 'Poster', _links: { _files: [{ _type: 'upload', _id: id }] } }] }
    const created = await site.ask('POST', '/images', { body })
    expect(created.status, created.text).toBe(201)
    const [image] = created.body.images as unknown as Stored[]
    expect((await site.ask('GET', image?._url as string)).text).toBe(TEXT)
    expect((await site.ask('GET', url)).status).toBe(404)
  })

  it('[SVC:file-more] [ERR:UPLOAD_MISMATCH] of another MD5 than was told is not kept', async () => {
    const before = await site.objects()
    const answer = await send('a.txt', TEXT, { 'content-md5': md5Of('other') })
    expect([answer.status, answer.body.errors?.[0]]).toMatchObject([
      422,
      { code: 'UPLOAD_MISMATCH', source: { header: 'Content-MD5' } },
    ])
    site.context.refresh()
    await expect.poll(() => site.objects(), SOON).toEqual(before)
  })

  it('[F4] [LIM:inline-upload] is refused for its name, its size, and its sender', async () => {
    for (const name of ['..%2fx', 'a%00', 'con', 'x.'])
      expect((await send(name, TEXT)).body.errors).toMatchObject([{ code: 'PARAMETER' }])
    expect((await send('huge.bin', 'x'.repeat(20_000_001))).status).toBe(413)
    expect((await send('a.txt', TEXT, {}, nobody)).status).toBe(403)
    expect((await send('a.txt', TEXT, {}, null)).status).toBe(401)
    expect((await site.ask('GET', '/upload/content/a.txt')).status).toBe(405)
  })

  it('[SVC:file-upload] stays, checked once more or not', async () => {
    const { _id: id } = stored(await send('kept.txt', TEXT))
    const upload = id.split('/')[0]
    const body = { _filesToValidate: { 'kept.txt': { Item1: TEXT.length, Item2: md5Of(TEXT) } } }
    expect((await site.ask('POST', `/$upload/${upload}`, { body })).status).toBe(200)
    const { headers } = await site.ask('HEAD', `/$upload/${id}`)
    expect(Date.parse(headers.get('upload-expires') as string)).toBeGreaterThan(Date.now() + 10 * 365 * 86_400_000)
  })

  it('[SVC:file-upload] may be empty', async () => {
    const { _url: url } = stored(await send('empty.txt', ''))
    const read = await site.ask('GET', url)
    expect([read.status, read.text]).toEqual([200, ''])
  })
})
