import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../../../shared/envelope.ts'
import { joined } from './stage.ts'
import { openTestUploads, someBytes, type TestUploads } from './test-uploads.ts'
import { piecesOfFile } from './upload-rows.ts'

let test: TestUploads

beforeAll(async () => {
  test = await openTestUploads(100_000_000)
})

afterAll(() => test.close())

const VERSION = { 'tus-resumable': '1.0.0' }
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const create = (headers: Readonly<Record<string, string>>, body?: Buffer): Promise<Response> => {
  const sent = body === undefined ? {} : { body: new Uint8Array(body) }
  return test.request('POST', '', { headers: { ...VERSION, ...headers }, ...sent })
}

const pathOf = (created: Response): string => (created.headers.get('location') ?? '').slice('/api/v1/$upload'.length)

const patch = (path: string, from: number, body: BodyInit | null, headers = {}): Promise<Response> => {
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
  return test.request('PATCH', path, { headers: { ...VERSION, ...type, ...headers }, body })
}

const head = (path: string): Promise<Response> => test.request('HEAD', path, { headers: VERSION })
const offset = async (path: string): Promise<string | null> => (await head(path)).headers.get('upload-offset')

async function stored(path: string): Promise<Buffer> {
  const [, upload = '', name = ''] = path.split('/').map(decodeURIComponent)
  const pieces = await piecesOfFile(test.database, { upload, name })
  return Buffer.from(await new Response(joined(pieces, test.stores)).arrayBuffer())
}

async function problem(response: Response): Promise<unknown> {
  const { errors } = (await response.json()) as ErrorBody
  return errors.map(({ code, source }) => [response.status, code, source?.header])[0]
}

/** The first bytes of a body, and then the sender is gone. */
function breaking(bytes: Buffer): ReadableStream<Uint8Array> {
  const parts = [new Uint8Array(bytes)]
  return new ReadableStream({
    pull: (controller) => {
      const part = parts.shift()
      if (part === undefined) controller.error(new Error('gone'))
      else controller.enqueue(part)
    },
  })
}

describe('tus', () => {
  it('[F1.g] tells what it can', async () => {
    const response = await test.request('OPTIONS', '')
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,creation-defer-length,expiration,termination',
      'tus-max-size': '100000000',
    })
    expect((await test.request('OPTIONS', '/x/y', { headers: { 'tus-resumable': '9' } })).status).toBe(204)
  })

  it('[F1.g] makes an upload, and tells how far it came', async () => {
    const metadata = `filename ${base64('Straße 1.mp4')},filetype ${base64('video/mp4')},is_confidential`
    const created = await create({ 'upload-length': '11', 'upload-metadata': metadata })
    expect(created.status).toBe(201)
    expect(created.headers.get('tus-resumable')).toBe('1.0.0')
    expect(created.headers.get('location')).toMatch(/^\/api\/v1\/\$upload\/[\da-f-]{36}\/Stra%C3%9Fe%201\.mp4$/)
    const path = pathOf(created)
    expect(Object.fromEntries((await head(path)).headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'upload-length': '11',
      'upload-metadata': metadata,
      'upload-complete': '?0',
      'cache-control': 'no-store',
    })
    const first = await patch(path, 0, 'hello ')
    expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([
      204,
      '6',
      '1.0.0',
    ])
    expect(Date.parse(first.headers.get('upload-expires') as string)).toBeGreaterThan(Date.now() + 86_000_000)
    const last = await patch(path, 6, 'world')
    expect([last.headers.get('upload-offset'), last.headers.get('upload-complete')]).toEqual(['11', '?1'])
    expect((await stored(path)).toString()).toBe('hello world')
  })

  it('[F1.g] takes the first bytes along', async () => {
    const type = { 'content-type': 'application/offset+octet-stream' }
    const created = await create({ 'upload-length': '5', ...type }, Buffer.from('abc'))
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '3'])
    expect(pathOf(created)).toMatch(/\/file$/)
    expect((await patch(pathOf(created), 3, 'de')).headers.get('upload-complete')).toBe('?1')
    expect((await stored(pathOf(created))).toString()).toBe('abcde')
  })

  it('[F1.g] learns the size later', async () => {
    const path = pathOf(await create({ 'upload-defer-length': '1' }))
    expect((await head(path)).headers.get('upload-defer-length')).toBe('1')
    expect((await patch(path, 0, 'abc')).headers.get('upload-complete')).toBe('?0')
    expect(await problem(await patch(path, 3, 'def', { 'upload-length': '5' }))).toEqual([413, 'TOO_LARGE', undefined])
    expect((await patch(path, 3, 'de', { 'upload-length': '5' })).headers.get('upload-complete')).toBe('?1')
    const told = pathOf(await create({ 'upload-defer-length': '1' }))
    await patch(told, 0, 'abc')
    expect((await patch(told, 3, null, { 'upload-length': '3' })).headers.get('upload-complete')).toBe('?1')
    expect(await problem(await patch(told, 3, null, { 'upload-length': '4' }))).toEqual([
      422,
      'VALIDATION',
      'Upload-Offset',
    ])
  })

  it('[F1.g] [F1.d] keeps what came before the sender went away', async () => {
    const file = someBytes(10_000_000)
    const path = pathOf(await create({ 'upload-length': String(file.length) }))
    expect((await patch(path, 0, breaking(file.subarray(0, 9_000_000)))).status).toBe(400)
    expect(await offset(path)).toBe('9000000')
    expect((await patch(path, 9_000_000, new Uint8Array(file.subarray(9_000_000)))).status).toBe(204)
    expect((await stored(path)).equals(file)).toBe(true)
  })

  it('[F1.g] [ERR:UPLOAD_OFFSET] goes on where it is, and nowhere else', async () => {
    const path = pathOf(await create({ 'upload-length': '10' }))
    await patch(path, 0, 'abc')
    const refused = await patch(path, 4, 'x')
    expect([refused.headers.get('upload-offset'), refused.headers.get('tus-resumable')]).toEqual(['3', '1.0.0'])
    expect(await problem(refused)).toEqual([409, 'UPLOAD_OFFSET', 'Upload-Offset'])
    expect(await problem(await patch(path, 3, 'x'.repeat(8)))).toEqual([413, 'TOO_LARGE', undefined])
    expect(await offset(path)).toBe('3')
    expect((await patch(path, 3, 'defghij')).headers.get('upload-complete')).toBe('?1')
  })

  it('[F1.g] lets two senders of one file spoil nothing', async () => {
    const file = someBytes(12_000_000)
    const path = pathOf(await create({ 'upload-length': String(file.length) }))
    const answers = await Promise.all([0, 0].map((from) => patch(path, from, new Uint8Array(file))))
    for (const { status } of answers) expect([204, 409]).toContain(status)
    const at = Number(await offset(path))
    if (at < file.length) await patch(path, at, new Uint8Array(file.subarray(at)))
    expect((await stored(path)).equals(file)).toBe(true)
  })

  it('[F1.g] is ended', async () => {
    const before = await test.objects()
    const path = pathOf(await create({ 'upload-length': '10' }))
    await patch(path, 0, 'abc')
    const ended = await test.request('DELETE', path, { headers: VERSION })
    expect([ended.status, ended.headers.get('tus-resumable')]).toEqual([204, '1.0.0'])
    const gone = await head(path)
    expect([gone.status, gone.headers.get('upload-offset')]).toEqual([404, null])
    expect(await test.objects()).toBe(before)
  })

  it('[F1.g] passes through networks that know POST alone', async () => {
    const path = pathOf(await create({ 'upload-length': '3' }))
    const override = (method: string): Record<string, string> => ({ ...VERSION, 'x-http-method-override': method })
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const sent = await test.request('POST', path, { headers: { ...override('PATCH'), ...type }, body: 'abc' })
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '3'])
    expect((await test.request('POST', path, { headers: override('DELETE') })).status).toBe(204)
    expect((await head(path)).status).toBe(404)
  })

  it('[F1.g] speaks no other version', async () => {
    const response = await test.request('POST', '', { headers: { 'tus-resumable': '0.2.2', 'upload-length': '1' } })
    expect([response.status, response.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  })

  it.each([
    [{}, [400, 'PARAMETER', 'Upload-Length']],
    [{ 'upload-length': '-1' }, [400, 'PARAMETER', 'Upload-Length']],
    [{ 'upload-length': '1e3' }, [400, 'PARAMETER', 'Upload-Length']],
    [{ 'upload-length': '9007199254740993' }, [400, 'PARAMETER', 'Upload-Length']],
    [{ 'upload-length': '1', 'upload-defer-length': '1' }, [400, 'PARAMETER', 'Upload-Length']],
    [{ 'upload-length': '100000001' }, [413, 'TOO_LARGE', undefined]],
    [{ 'upload-metadata': 'filename *' }, [400, 'PARAMETER', 'Upload-Metadata']],
    [{ 'upload-metadata': 'filename /w==' }, [400, 'PARAMETER', 'Upload-Metadata']],
    [{ 'upload-metadata': 'a b c' }, [400, 'PARAMETER', 'Upload-Metadata']],
    [{ 'upload-metadata': `a ${'A'.repeat(4096)}` }, [400, 'PARAMETER', 'Upload-Metadata']],
    [{ 'upload-metadata': `filename ${base64('../x')}` }, [422, 'VALIDATION', 'Upload-Metadata']],
    [{ 'upload-metadata': 'filename' }, [422, 'VALIDATION', 'Upload-Metadata']],
  ])('[F1.g] makes no upload of %j', async (headers, expected) => {
    const length = 'upload-metadata' in headers ? { 'upload-length': '1' } : {}
    expect(await problem(await create({ ...length, ...headers }))).toEqual(expected)
  })

  it('[F1.g] takes bytes as they are, from an offset that can be read', async () => {
    const path = pathOf(await create({ 'upload-length': '3' }))
    expect(await problem(await patch(path, 0, 'abc', { 'content-type': 'text/plain' }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Type',
    ])
    for (const wrong of ['', 'x', '-1']) {
      expect(await problem(await patch(path, 0, 'abc', { 'upload-offset': wrong }))).toEqual([
        400,
        'PARAMETER',
        'Upload-Offset',
      ])
    }
    expect(await offset(path)).toBe('0')
  })
})
