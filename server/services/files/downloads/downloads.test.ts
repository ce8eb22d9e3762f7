import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../../../catalog/rights.ts'
import { type Asked, type FilesSite, inline, openFilesSite } from '../test-files.ts'

const TEXT = '0123456789'
const NOBODY = { rights: null }

let site: FilesSite
let address: string
let open: string
beforeAll(async () => {
  site = await openFilesSite()
  const area = { name: 'Open', path: 'open', permission: '0' }
  const made = await site.ask('POST', '/storage_areas', { body: { storage_areas: [area] } })
  const id = (made.body.storage_areas as { _id: number }[])[0]?._id
  address = await upload(inline('Größe 100%.txt', TEXT), 1)
  open = await upload(inline('open.png', TEXT, { _storagearea: id }), 1)
})
afterAll(() => site.close())
afterEach(() => expect(site.failures).toEqual([]))

async function upload(file: object, source: number): Promise<string> {
  const body = { images: [{ name: 'Image', source, _links: { _files: [file] } }] }
  const answer = await site.ask('POST', '/images', { body })
  return (answer.body.images as unknown as { _url: string }[])[0]?._url as string
}
const rightsOf = (source: number): Rights =>
  ({
    unrestricted: false,
    signature: `source ${source}`,
    mediaTypes: new Map([['images', { read: true, write: false, delete: false }]]),
    sources: { read: [source], write: [], delete: [] },
  }) as unknown as Rights
const get = (options: Asked = {}, url = address) => site.ask('GET', url, options)

describe('a download', () => {
  it('[SVC:file-download] [F2.b] [F4] gives the file under its name, and nobody runs it as a page', async () => {
    expect(address).toMatch(/\/\d+\/Gr%C3%B6%C3%9Fe%20100%25\.txt$/)
    const answer = await get()
    expect([answer.status, answer.text]).toEqual([200, TEXT])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-type': 'text/plain;charset=utf-8',
      'content-disposition': `inline; filename="Gr__e 100_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20100%25.txt`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
  })

  it('[F2.b] serves ranges', async () => {
    const part = await get({ headers: { range: 'bytes=2-4' } })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await get({ headers: { range: 'bytes=-2' } })).text).toBe('89')
    const beyond = await get({ headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range'), beyond.text]).toEqual([416, 'bytes */10', ''])
    expect((await get({ headers: { range: 'bytes=0-1,4-5' } })).status).toBe(200)
    // of GET alone (RFC 9110, section 14.2)
    const head = await site.ask('HEAD', address, { headers: { range: 'bytes=2-4' } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
  })

  it('[F2.b] answers conditions', async () => {
    const etag = (await get()).headers.get('etag') as string
    const known = await get({ headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([known.status, known.text]).toEqual([304, ''])
    expect((await get({ headers: { range: 'bytes=0-1', 'if-range': etag } })).status).toBe(206)
    expect((await get({ headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status).toBe(200)
    expect((await get({ headers: { 'if-match': '"other"' } })).status).toBe(412)
  })

  it('[F2.b] tells of a file without giving it', async () => {
    const answer = await site.ask('HEAD', address)
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '10'])
  })

  it('[F2.b] [ERR:NOT_FOUND] of a file that its storage area lost is 404, also when only told of', async () => {
    const lost = await upload(inline('lost.txt', TEXT), 1)
    const [path] = (await site.objects()).filter((each) => each.includes('lost'))
    await rm(join(site.folder, path as string))
    expect((await get({}, lost)).status).toBe(404)
    expect((await site.ask('HEAD', lost)).status).toBe(404)
  })

  it('[F2.b] has no other methods', async () => {
    const answer = await site.ask('PUT', address, { body: 'x' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('[F2.a] [AUTH20] of a private file needs a right to its record', async () => {
    expect((await get(NOBODY)).status).toBe(401)
    expect((await get({ rights: rightsOf(2) })).status).toBe(404)
    expect((await get({ rights: rightsOf(1) })).text).toBe(TEXT)
    const nothing = { ...rightsOf(1), mediaTypes: new Map(), signature: 'nothing' }
    // as of a file that is not there: nobody learns its name by asking
    expect((await get({ rights: nothing })).status).toBe(404)
  })

  it('[F2] of a file in a public area needs none', async () => {
    const answer = await get(NOBODY, open)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  })

  it.each([
    '1',
    '1/',
    '1/other.txt',
    '999/open.png',
    '0/x',
    'x/y',
    '1/%',
    '1/a/b',
    '1/..',
    `${'9'.repeat(30)}/x`,
    '1/%00',
  ])('[F4] [ERR:NOT_FOUND] there is nothing at %j', async (path) =>
    expect((await get({}, `/api/v1/download/file/${path}`)).status).toBe(404),
  )
})

describe('a signed address', () => {
  const sign = (body: object | string, options: Asked = {}) => site.ask('POST', '/download/sign', { body, ...options })
  const signed = async (seconds: number, url = address): Promise<string> =>
    (JSON.parse((await sign({ _url: url, _expiresIn: seconds })).text) as { _url: string })._url

  it('[SVC:file-more] [F2.a] lets whoever has it download, until it expires', async () => {
    const url = await signed(60)
    const answer = await get(NOBODY, url)
    expect([answer.status, answer.text]).toEqual([200, TEXT])
    const brief = await signed(1)
    await expect.poll(async () => (await get(NOBODY, brief)).status, { timeout: 5000 }).toBe(403)
  })

  it('[F2.a] holds for its file and its time alone', async () => {
    const url = await signed(60)
    const [, query] = url.split('?')
    const other = await upload(inline('other.txt', 'other'), 1)
    const forged = [
      `${other}?${query}`,
      url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
      url.replace(/signature=(.)/, (_, sign) => `signature=${sign === 'A' ? 'B' : 'A'}`),
      `${address}?signature=`,
      `${address}?expires=x&signature=AAAA`,
    ]
    for (const each of forged) expect((await get(NOBODY, each)).status).toBe(403)
  })

  it('[F2.a] is given to whoever may read the file, and to nobody else', async () => {
    expect((await sign({ _url: address }, { rights: rightsOf(1) })).status).toBe(200)
    expect((await sign({ _url: address }, { rights: rightsOf(2) })).status).toBe(404)
    expect((await sign({ _url: address }, NOBODY)).status).toBe(401)
  })

  it.each([
    [{}, '/_url'],
    [{ _url: '/api/v1/images/1' }, '/_url'],
    [{ _url: 7 }, '/_url'],
    [{ _url: '/api/v1/download/file/1/x', _expiresIn: 0 }, '/_expiresIn'],
    [{ _url: '/api/v1/download/file/1/x', _expiresIn: 10 ** 9 }, '/_expiresIn'],
    [{ _url: '/api/v1/download/file/1/x', more: 1 }, '/more'],
    [[], ''],
  ])('[SVC:file-more] is not made of %j', async (body, pointer) => {
    const { status, body: answer } = await sign(body)
    expect([status, answer.errors?.[0]?.source?.pointer]).toEqual([422, pointer])
  })
})
