import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request } from '../harness/service.ts'
import { type Answer, create, entity, error, errors, get, post, send, update, word } from './client.ts'
import { type FileType, md5Of, newFileType } from './file-type.ts'
import { signIn } from './session.ts'

let clips: FileType

beforeAll(async () => {
  clips = await newFileType()
})

afterAll(() => clips.drop())

interface Started {
  readonly upload: string
  readonly files: readonly { readonly _id: string; readonly _href: string }[]
}

async function start(...names: readonly string[]): Promise<Started> {
  const answer = await post('/$upload', { _files: names })
  expect(answer.status).toBe(200)
  const { _files: files } = JSON.parse(answer.text) as { readonly _files: Started['files'] }
  return { upload: (answer.headers.get('location') ?? '').slice('/api/v1'.length), files }
}

/** Sends a chunk of a file as base64, with all its headers. */
function chunk(href: string, file: Buffer, from: number, to = file.length, headers = {}): Promise<Response> {
  const bytes = file.subarray(from, to)
  return request(href, {
    method: 'PUT',
    headers: {
      'content-range': `bytes ${from}-${to - 1}/${file.length}`,
      'content-md5': Buffer.from(md5Of(bytes), 'hex').toString('base64'),
      'x-chunk-size': String(bytes.length),
      'content-type': 'video/mp4',
      ...headers,
    },
    body: bytes.toString('base64'),
  })
}

const progress = ({ status, headers }: Response): unknown => [
  status,
  headers.get('upload-offset'),
  headers.get('upload-complete'),
]

const close = (upload: string, files: Readonly<Record<string, Buffer>>): Promise<Answer> => {
  const said = Object.entries(files).map(([name, file]) => [name, { Item1: file.length, Item2: md5Of(file) }])
  return post(upload, { _filesToValidate: Object.fromEntries(said) })
}

const attach = (files: readonly object[]): Promise<Answer> =>
  post(`/${clips.name}`, { [clips.name]: [{ name: 'Clip', _links: { _files: files } }] })

async function downloaded(url: unknown): Promise<Buffer> {
  const response = await request(String(url))
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('a resumable upload', () => {
  it('[API10] [API11] [UP1] [UP2] [UP3] [F1] [F1.b] [F1.e] [F1.f] goes from its start to a record', async () => {
    const film = randomBytes(700_000)
    const poster = randomBytes(5000)
    const { upload, files } = await start('Der Film (1).mp4', 'poster.jpg')
    const [first, second] = files
    expect(first?._id).toBe(`${upload.split('/').at(-1)}/Der Film (1).mp4`)
    expect(first?._href).toBe(`/api/v1${upload}/Der%20Film%20(1).mp4`)
    const href = first?._href ?? ''
    expect(progress(await chunk(href, film, 0, 300_001))).toEqual([204, '300001', '?0'])
    const hex = { 'content-md5': md5Of(film.subarray(300_001)) }
    expect(progress(await chunk(href, film, 300_001, film.length, hex))).toEqual([204, '700000', '?1'])
    expect(progress(await chunk(second?._href ?? '', poster, 0))).toEqual([204, '5000', '?1'])
    expect((await close(upload, { 'Der Film (1).mp4': film, 'poster.jpg': poster })).status).toBe(200)

    const created = await attach(files.map(({ _id }) => ({ _type: 'upload', _id })))
    const clip = entity(created, clips.name)
    expect(created.status).toBe(201)
    expect(clip).toMatchObject({ _playback_type: 'progressive' })
    expect((await downloaded(clip._url)).equals(film)).toBe(true)
    const again = await attach([{ _type: 'upload', _id: first?._id }])
    expect(error(again)).toMatchObject({
      code: 'VALIDATION',
      source: { pointer: `/${clips.name}/0/_links/_files/0/_id` },
    })
  })

  it('[F1.a] takes chunks as bytes as well', async () => {
    const file = randomBytes(100_000)
    const { files } = await start('a.bin')
    const response = await request(files[0]?._href ?? '', {
      method: 'PUT',
      headers: { 'content-range': `bytes 0-99999/100000`, 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(file),
    })
    expect(progress(response)).toEqual([204, '100000', '?1'])
    const clip = entity(await attach([{ _type: 'upload', _id: files[0]?._id, _md5: md5Of(file) }]), clips.name)
    expect((await downloaded(clip._url)).equals(file)).toBe(true)
  })

  it('[F1.c] [F1.d] [ERR:UPLOAD_OFFSET] goes on where it broke off, and nowhere else', async () => {
    const file = randomBytes(50_000)
    const { files } = await start('a.bin')
    const href = files[0]?._href ?? ''
    await chunk(href, file, 0, 20_000)
    const head = await request(href, { method: 'HEAD' })
    expect(progress(head)).toEqual([200, '20000', '?0'])
    const refused = await chunk(href, file, 30_000)
    expect(progress(refused)).toEqual([409, '20000', null])
    expect(await refused.json()).toMatchObject({
      errors: [
        { status: '409', code: 'UPLOAD_OFFSET', source: { header: 'Content-Range' }, meta: { _offset: 20_000 } },
      ],
    })
    expect(progress(await chunk(href, file, 0, 20_000))).toEqual([204, '20000', '?0'])
    expect(progress(await chunk(href, file, 20_000))).toEqual([204, '50000', '?1'])
  })

  it('[F1.c] [X33] takes one of several chunks that are sent at once for one place', async () => {
    const one = randomBytes(200_000)
    const others = [randomBytes(200_000), randomBytes(200_000)]
    const { upload, files } = await start('a.bin')
    const href = files[0]?._href ?? ''
    const sent = [one, one, ...others]
    const answers = await Promise.all(sent.map((file) => chunk(href, file, 0)))
    const taken = sent.filter((_, index) => answers[index]?.status === 204)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(sent.length - taken.length)
    expect(new Set(taken).size).toBe(1)
    expect((await close(upload, { 'a.bin': taken[0] as Buffer })).status).toBe(200)
  })

  it('[ERR:upload-mismatch] [ERR:UPLOAD_MISMATCH] is not closed while anything differs', async () => {
    const file = randomBytes(1000)
    const { upload, files } = await start('a', 'b')
    await chunk(files[0]?._href ?? '', file, 0)
    await chunk(files[1]?._href ?? '', file, 0, 500)
    const refused = await close(upload, { a: randomBytes(1000), b: file })
    expect(errors(refused)).toMatchObject([
      { status: '422', code: 'UPLOAD_MISMATCH', source: { pointer: '/_filesToValidate/a/Item2' } },
      { status: '422', code: 'UPLOAD_MISMATCH', source: { pointer: '/_filesToValidate/b/Item1' } },
    ])
    const corrupt = await chunk(files[1]?._href ?? '', file, 500, 1000, { 'content-md5': md5Of('x') })
    expect(await corrupt.json()).toMatchObject({
      errors: [{ code: 'UPLOAD_MISMATCH', source: { header: 'Content-MD5' } }],
    })
    const unfinished = await attach([{ _type: 'upload', _id: files[1]?._id }])
    expect(error(unfinished).detail).toContain('500 bytes of 1000')
  })

  it('[F1.d] is cancelled', async () => {
    const file = randomBytes(1000)
    const { upload, files } = await start('a')
    await chunk(files[0]?._href ?? '', file, 0)
    expect((await send('DELETE', upload)).status).toBe(204)
    expect((await send('DELETE', upload)).status).toBe(404)
    expect((await chunk(files[0]?._href ?? '', file, 0)).status).toBe(404)
    expect(error(await attach([{ _type: 'upload', _id: files[0]?._id }])).code).toBe('VALIDATION')
  })

  it('[F4] [API10] takes no path for a name', async () => {
    const answer = await post('/$upload', { _files: ['../etc/passwd', 'a\\b', 'con', 'fine.txt', '..'] })
    expect(errors(answer).map(({ source }) => source?.pointer)).toEqual([0, 1, 2, 4].map((index) => `/_files/${index}`))
  })

  it('[F1] needs a sign-in, and shows nothing of what others upload', async () => {
    const { upload, files } = await start('a')
    expect((await get(upload, '', { authorization: 'Bearer nobody' })).status).toBe(401)
    expect((await get(upload)).status).toBe(200)
    expect((await get('/$upload/00000000-0000-0000-0000-000000000000/a')).status).toBe(404)

    const shell = await signIn()
    for (const path of [`/api/v1${upload}`, files[0]?._href ?? '']) {
      expect((await shell.send(path)).status).toBe(404)
      expect((await shell.send(path, { method: 'DELETE' })).status).toBe(404)
    }
    const own = await shell.send('/api/v1/$upload', { method: 'POST', body: '{"_files":["a"]}' })
    expect([own.status, (await get((own.headers.get('location') ?? '').slice(7))).status]).toEqual([200, 404])
  })

  it('[API10] is for those who may write to a media type with files', async () => {
    const [username, password] = [word(), word()]
    const group = await create('groups', { name: word() })
    const user = await create('users', { username, name: 'Somebody', password, _links: { groups: [group._id] } })
    const rights = { owner_type: '2', owner_id: group._id, object_type: '2', key: clips.name, can_read: true }
    const permission = await create('permissions', rights)
    const begin = async (): Promise<number> => {
      const { send: sendAs } = await signIn({ username, password })
      return (await sendAs('/api/v1/$upload', { method: 'POST', body: '{"_files":["a"]}' })).status
    }
    expect(await begin()).toBe(403)
    await update('permissions', permission._id, { can_write: true })
    expect(await begin()).toBe(200)
    for (const [type, { _id }] of [
      ['permissions', permission],
      ['users', user],
      ['groups', group],
    ] as const) {
      await send('DELETE', `/${type}/${_id}`)
    }
  })
})
