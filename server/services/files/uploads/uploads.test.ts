import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../../../shared/envelope.ts'
import { joined } from './stage.ts'
import {
  chunk,
  closing,
  json,
  md5,
  openTestUploads,
  problems,
  progress,
  someBytes,
  type TestUploads,
} from './test-uploads.ts'
import { piecesOfFile } from './upload-rows.ts'

let test: TestUploads

beforeAll(async () => {
  test = await openTestUploads()
})

afterAll(() => test.close())

const put = (upload: string, name: string, init: RequestInit): Promise<Response> =>
  test.request('PUT', `/${upload}/${name}`, init)

async function stored(upload: string, name: string): Promise<Buffer> {
  const pieces = await piecesOfFile(test.database, { upload, name })
  return Buffer.from(await new Response(joined(pieces, test.stores)).arrayBuffer())
}

describe('the start of an upload', () => {
  it('[API10] [UP1] [UP2] answers with where each file goes', async () => {
    const response = await test.request('POST', '', json({ _files: ['a.mp4', 'Straße 1.mp4'] }))
    expect(response.status).toBe(200)
    const location = response.headers.get('location') as string
    expect(location).toMatch(/^\/api\/v1\/\$upload\/[\da-f-]{36}$/)
    const id = location.split('/').at(-1)
    expect(await response.json()).toEqual({
      _files: [
        { _id: `${id}/a.mp4`, _href: `/api/v1/$upload/${id}/a.mp4` },
        { _id: `${id}/Straße 1.mp4`, _href: `/api/v1/$upload/${id}/Stra%C3%9Fe%201.mp4` },
      ],
    })
  })

  it('[F4] [API10] refuses names that are none, and tells of all of them', async () => {
    const names = ['../a', 'b', 'b', '', 7, 'con']
    const response = await test.request('POST', '', json({ _files: names, more: 1 }))
    expect(await problems(response)).toEqual(
      ['/more', '/_files/0', '/_files/3', '/_files/4', '/_files/5', '/_files/2'].map((pointer) => [
        422,
        'VALIDATION',
        pointer,
      ]),
    )
    for (const body of [null, [], {}, { _files: 'a' }, { _files: [] }, { _files: Array(1001).fill('a') }]) {
      expect((await test.request('POST', '', json(body))).status).toBe(422)
    }
    expect((await test.request('POST', '', { body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    const forbidden = await test.request('POST', '', { ...json({}), headers: { 'x-caller': 'user:3' } })
    expect(forbidden.status).toBe(403)
  })
})

describe('chunks', () => {
  it('[API11] [F1] [F1.b] make up a file', async () => {
    const file = someBytes(250_000)
    const id = await test.start('film 1.mp4', 'empty')
    expect(progress(await put(id, 'film%201.mp4', chunk(file, 0, 100_001)))).toEqual([204, '100001', '?0'])
    const hex = { 'content-md5': md5(file.subarray(100_001, 200_000)) }
    expect(progress(await put(id, 'film%201.mp4', chunk(file, 100_001, 200_000, hex)))).toEqual([204, '200000', '?0'])
    const raw = { ...chunk(file, 200_000, 250_000, { 'content-type': 'application/offset+octet-stream' }) }
    const body = new Uint8Array(file.subarray(200_000))
    expect(progress(await put(id, 'film%201.mp4', { ...raw, body }))).toEqual([204, '250000', '?1'])
    expect((await stored(id, 'film 1.mp4')).equals(file)).toBe(true)
    expect(progress(await put(id, 'empty', chunk(Buffer.alloc(0), 0)))).toEqual([204, '0', '?1'])
  })

  it('[F1.c] may come again, and then do no harm', async () => {
    const file = someBytes(3000)
    const id = await test.start('a')
    for (const [from, to] of [
      [0, 1000],
      [0, 1000],
      [1000, 3000],
      [0, 1000],
      [1000, 3000],
    ]) {
      expect((await put(id, 'a', chunk(file, from as number, to))).status).toBe(204)
    }
    expect((await stored(id, 'a')).equals(file)).toBe(true)
    const before = await test.objects()
    const other = chunk(someBytes(3000), 0, 1000)
    expect(await problems(await put(id, 'a', other))).toEqual([[409, 'UPLOAD_OFFSET', 'Content-Range']])
    expect(await test.objects()).toBe(before)
  })

  it('[F1.c] [ERR:UPLOAD_OFFSET] at another offset are refused, and told the one due', async () => {
    const file = someBytes(3000)
    const id = await test.start('a')
    await put(id, 'a', chunk(file, 0, 1000))
    for (const [from, to] of [
      [2000, 3000],
      [500, 1500],
      [0, 999],
      [1, 1000],
    ]) {
      const response = await put(id, 'a', chunk(file, from as number, to))
      expect(response.headers.get('upload-offset')).toBe('1000')
      const { errors } = (await response.json()) as ErrorBody
      expect(errors).toEqual([
        expect.objectContaining({ status: '409', code: 'UPLOAD_OFFSET', meta: { _offset: 1000 } }),
      ])
    }
    expect((await put(id, 'a', chunk(file, 1000))).status).toBe(204)
    expect((await stored(id, 'a')).equals(file)).toBe(true)
  })

  it.each([
    ['base64 that is none', { body: '*' }, {}, [400, 'BODY_SYNTAX', undefined]],
    ['too few bytes', { body: 'QUJD' }, {}, [422, 'UPLOAD_MISMATCH', 'Content-Range']],
    ['too many bytes', { body: 'QUJD'.repeat(40) }, {}, [422, 'UPLOAD_MISMATCH', 'Content-Range']],
    ['white space without end', { body: ' '.repeat(9000) }, {}, [422, 'UPLOAD_MISMATCH', 'Content-Range']],
    ['no body', { body: null }, {}, [422, 'UPLOAD_MISMATCH', 'Content-Range']],
    ['another MD5', {}, { 'content-md5': 'd41d8cd98f00b204e9800998ecf8427e' }, [422, 'UPLOAD_MISMATCH', 'Content-MD5']],
    ['another size', {}, { 'x-chunk-size': '99' }, [400, 'PARAMETER', 'X-Chunk-Size']],
    ['another total', {}, { 'content-range': 'bytes 0-99/500' }, [422, 'VALIDATION', 'Content-Range']],
    ['a total of too much', {}, { 'content-range': 'bytes 0-99/1000000001' }, [422, 'VALIDATION', 'Content-Range']],
  ])('[F1] with %s are refused and leave nothing', async (_, init, headers, expected) => {
    const file = someBytes(100)
    const id = await test.start('a', 'b')
    await test.database.kysely.executeQuery(
      sql`update marquee_upload_files set total = 100 where upload = ${id} and name = 'a'`.compile(
        test.database.kysely,
      ),
    )
    const before = await test.objects()
    expect(await problems(await put(id, 'a', { ...chunk(file, 0, 100, headers), ...init }))).toEqual([expected])
    expect(await test.objects()).toBe(before)
    expect(progress(await put(id, 'a', chunk(file, 0)))).toEqual([204, '100', '?1'])
  })

  it('[F1] of a file that is too large are refused at once', async () => {
    const id = await test.start('a')
    const range = { 'content-range': 'bytes 0-99/1000000001' }
    expect(await problems(await put(id, 'a', chunk(someBytes(100), 0, 100, range)))).toEqual([
      [413, 'TOO_LARGE', 'Content-Range'],
    ])
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '1000000001' }
    expect((await test.request('POST', '', { headers: tus })).status).toBe(413)
  })

  it('[F1.c] sent twice at once are taken once', async () => {
    const file = someBytes(20_000)
    const id = await test.start('a')
    const before = await test.objects()
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(id, 'a', chunk(file, 0))))
    expect(answers.map(progress)).toEqual(Array(5).fill([204, '20000', '?1']))
    expect((await stored(id, 'a')).equals(file)).toBe(true)
    expect(await test.objects()).toBe(before + 1)
  })

  it('[F1.c] that differ at one offset are taken once, and the others told of it', async () => {
    const files = Array.from({ length: 5 }, () => someBytes(20_000))
    const id = await test.start('a')
    const before = await test.objects()
    const answers = await Promise.all(files.map((file) => put(id, 'a', chunk(file, 0))))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409])
    const taken = files[answers.findIndex(({ status }) => status === 204)] as Buffer
    expect((await stored(id, 'a')).equals(taken)).toBe(true)
    expect(await test.objects()).toBe(before + 1)
  })

  it('[F1] larger than a piece are kept in several, and come again as well', async () => {
    const file = someBytes(20_000_000)
    const id = await test.start('a')
    expect(progress(await put(id, 'a', chunk(file, 0)))).toEqual([204, '20000000', '?1'])
    expect(progress(await put(id, 'a', chunk(file, 0)))).toEqual([204, '20000000', '?1'])
    expect(await piecesOfFile(test.database, { upload: id, name: 'a' })).toHaveLength(3)
    expect((await stored(id, 'a')).equals(file)).toBe(true)
  })
})

describe('an upload', () => {
  it('[F1.d] tells where to go on', async () => {
    const file = someBytes(1000)
    const id = await test.start('a', 'b')
    await put(id, 'a', chunk(file, 0, 400))
    const head = await test.request('HEAD', `/${id}/a`)
    expect(progress(head)).toEqual([200, '400', '?0'])
    expect(await head.text()).toBe('')
    expect([head.headers.get('upload-length'), head.headers.get('cache-control')]).toEqual(['1000', 'no-store'])
    const expires = Date.parse(head.headers.get('upload-expires') as string) - Date.now()
    expect(Math.round(expires / 3_600_000)).toBe(24)
    const { _files } = (await (await test.request('GET', `/${id}`)).json()) as { readonly _files: readonly object[] }
    expect(_files).toEqual([
      expect.objectContaining({ _id: `${id}/a`, _offset: 400, _fileSize: 1000, _complete: false }),
      expect.objectContaining({ _id: `${id}/b`, _offset: 0, _fileSize: null, _complete: false }),
    ])
  })

  it('[F1.d] is cancelled, and nothing stays', async () => {
    const file = someBytes(1000)
    const before = await test.objects()
    const id = await test.start('a', 'b')
    await put(id, 'a', chunk(file, 0))
    await put(id, 'b', chunk(file, 0, 500))
    expect(await test.objects()).toBe(before + 2)
    expect((await test.request('DELETE', `/${id}`)).status).toBe(204)
    expect(await test.objects()).toBe(before)
    for (const [method, path] of [
      ['DELETE', ''],
      ['HEAD', '/a'],
      ['GET', ''],
    ] as const) {
      expect((await test.request(method, `/${id}${path}`)).status).toBe(404)
    }
    expect((await put(id, 'b', chunk(file, 500))).status).toBe(404)
  })

  it('[F1.d] cancelled while a chunk comes leaves nothing of it', async () => {
    const before = await test.objects()
    const id = await test.start('a')
    const [sent] = await Promise.all([put(id, 'a', chunk(someBytes(5_000_000), 0)), test.request('DELETE', `/${id}`)])
    expect([204, 404]).toContain(sent.status)
    expect(await test.objects()).toBe(before)
  })

  it('[F1] of somebody else is none', async () => {
    const file = someBytes(10)
    const id = await test.start('a')
    const other = { 'x-caller': 'user:2' }
    const answers = await Promise.all([
      test.request('HEAD', `/${id}/a`, { headers: other }),
      test.request('GET', `/${id}`, { headers: other }),
      put(id, 'a', chunk(file, 0, 10, other)),
      test.request('PATCH', `/${id}/a`, { headers: { ...other, ...TUS, 'upload-offset': '0' }, body: 'x' }),
      test.request('DELETE', `/${id}`, { headers: other }),
      test.request('DELETE', `/${id}/a`, { headers: other }),
      test.request('POST', `/${id}`, {
        ...closing({ a: file }),
        headers: { ...other, 'content-type': 'application/json' },
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
    expect((await put(id, 'a', chunk(file, 0))).status).toBe(204)
  })

  it('[F1.d] is forgotten after a day without a chunk', async () => {
    const before = await test.objects()
    const [old, young] = [await test.start('a'), await test.start('a')]
    await put(old, 'a', chunk(someBytes(100), 0, 50))
    const age = sql`update marquee_uploads set expires_at = now() - interval '1 second' where id = ${old}`
    await age.execute(test.database.kysely)
    expect((await test.request('HEAD', `/${old}/a`)).status).toBe(404)
    expect((await test.request('DELETE', `/${old}`)).status).toBe(404)
    await test.uploads.sweep()
    expect(await test.objects()).toBe(before)
    expect((await test.request('HEAD', `/${young}/a`)).status).toBe(200)
  })

  it('[F1] has no other methods', async () => {
    const id = await test.start('a')
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', `/${id}`],
      ['POST', `/${id}/a`],
    ] as const) {
      expect((await test.request(method, path)).status).toBe(405)
    }
    expect((await test.request('GET', `/${id}/b`)).status).toBe(404)
    expect((await test.request('GET', '/x/y')).status).toBe(404)
  })
})

const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }
