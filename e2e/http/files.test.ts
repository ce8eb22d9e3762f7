import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request, service } from '../harness/service.ts'
import { type Answer, entity, errors, get, list, patch, post, send } from './client.ts'
import { type FileType, md5Of, newFileType } from './file-type.ts'
import { history } from './history-client.ts'

let clips: FileType
beforeAll(async () => {
  clips = await newFileType()
})
afterAll(() => clips.drop())

const bytes = randomBytes(300_000)

const inline = (name: string, data: Uint8Array = bytes, more: object = {}): object => ({
  _type: 'inline',
  _filename: name,
  _fileSize: data.length,
  _md5: md5Of(data),
  _base64Data: Buffer.from(data).toString('base64'),
  ...more,
})
const lazy = (name: string, size: number): object => ({ _type: 'lazy', _filename: name, _fileSize: size })
const create = (...records: readonly (readonly object[])[]): Promise<Answer> =>
  post(`/${clips.name}`, { [clips.name]: records.map((files) => ({ name: 'Clip', _links: { _files: files } })) })
const created = async (...files: readonly object[]) => entity(await create(files), clips.name)
/** Without the tests' own token. */
const nobody = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service().url}${url}`, { headers })

interface FileValue {
  readonly _id: number
  readonly _filename: string
  readonly _state: string
}
async function filesOf(id: unknown): Promise<readonly FileValue[]> {
  const { _links: links } = entity(await get(`/${clips.name}/${id}`, 'fields=_files'), clips.name)
  return (links as unknown as { _files: { values: FileValue[] } })._files.values
}

describe('records with files', () => {
  it('[API7] [FD1] [FD:inline] [ENT:_url] [ENT:_playback_type] [SVC:file-download] are created, read and downloaded', async () => {
    const { _url: url, _playback_type: playback } = await created(inline('Der Blaue Engel (1930).mp4'))
    expect([url, playback]).toEqual([
      expect.stringMatching(/^\/api\/v1\/download\/file\/\d+\/Der%20Blaue/),
      'progressive',
    ])
    const whole = await request(String(url))
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-disposition': 'inline; filename="Der Blaue Engel (1930).mp4"',
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
    })
  })

  it('[FD5] [LIM:inline-upload] are created several at once, and listed with the address of the first file', async () => {
    const answer = await create([inline('a.png'), inline('b.pdf')], [inline('c.m3u8')])
    const ids = (answer.body[clips.name] as { _id: number }[]).map(({ _id }) => _id)
    const read = await get(`/${clips.name}/${ids.join(',')}`, 'sort=id')
    expect((read.body[clips.name] as { _playback_type: string }[]).map((each) => each._playback_type)).toEqual([
      'image',
      'hls',
    ])
    expect((await filesOf(ids[0])).map((file) => file._filename)).toEqual(['a.png', 'b.pdf'])
  })

  it('[ERR:UPLOAD_MISMATCH] [ERR:create-fails] are not made of files that are not what was announced', async () => {
    const before = await list(clips.name)
    const answer = await create([inline('a.png')], [inline('b.png', bytes, { _md5: md5Of('x') })])
    expect([answer.status, errors(answer)[0]]).toMatchObject([
      422,
      { code: 'UPLOAD_MISMATCH', source: { pointer: `/${clips.name}/1/_links/_files/0/_md5` } },
    ])
    expect(await list(clips.name)).toEqual(before)
  })

  it('[D3] change their files, and their tag with them', async () => {
    const { _id: id, _etag: tag } = await created(inline('a.txt', Buffer.from('a')), inline('b.txt', Buffer.from('b')))
    const [first] = await filesOf(id)
    const change = { add: [inline('c.txt', Buffer.from('c'))], remove: [first?._id] }
    const body = { [clips.name]: [{ _links: { _files: change } }] }
    const changed = entity(await patch(`/${clips.name}/${id}`, body, { 'if-match': `"${tag}"` }), clips.name)
    expect(changed._etag).not.toBe(tag)
    expect((await filesOf(id)).map((file) => file._filename)).toEqual(['b.txt', 'c.txt'])
    expect((await patch(`/${clips.name}/${id}`, body, { 'if-match': `"${tag}"` })).status).toBe(412)
    expect((await filesOf(id)).map((file) => file._filename)).toEqual(['b.txt', 'c.txt'])
  })

  it('[D3] [EV3] tell their history which files they had', async () => {
    const { _id: id } = await created(inline('before.txt', Buffer.from('b')))
    const body = { [clips.name]: [{ _links: { _files: [inline('after.txt', Buffer.from('a'))] } }] }
    expect((await patch(`/${clips.name}/${id}`, body)).status).toBe(200)
    await expect
      .poll(async () => (await history(clips.name, Number(id))).body.entries?.[0]?.fields, { timeout: 15_000 })
      .toEqual([{ name: '_files', label: 'Files', old: ['before.txt'], new: ['after.txt'] }])
  })

  it('[D4] take their files along when they go', async () => {
    const { _id: id, _url: url } = await created(inline('gone.txt'))
    expect((await send('DELETE', `/${clips.name}/${id}`)).status).toBe(204)
    expect((await request(String(url))).status).toBe(404)
  })
})

describe('downloads', () => {
  it('[F2.b] serve ranges and conditions', async () => {
    const url = String((await created(inline('film.mp4')))._url)
    const part = await request(url, { headers: { range: 'bytes=100000-199999' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100000-199999/300000'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100_000, 200_000))).toBe(true)
    const beyond = await request(url, { headers: { range: 'bytes=300000-' } })
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([
      416,
      'bytes */300000',
      '',
    ])
    const etag = part.headers.get('etag') as string
    expect((await request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await request(url, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } })).status).toBe(200)
    const head = await request(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '300000', ''])
  })

  it('[F2.a] [AUTH20] need a sign-in, or an address that was signed and has not expired', async () => {
    const url = String((await created(inline('secret.txt', Buffer.from('secret'))))._url)
    expect((await nobody(url)).status).toBe(401)
    const answer = await send('POST', '/download/sign', { body: { _url: url, _expiresIn: 60 } })
    const { _url: signed } = JSON.parse(answer.text) as { _url: string }
    expect(await (await nobody(signed)).text()).toBe('secret')
    expect((await nobody(signed.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(403)
    expect((await nobody(signed, { range: 'bytes=0-2' })).status).toBe(206)
  })

  it('[F2] of a public storage area need none', async () => {
    const [own] = await list('storage_areas', 'filter=is_default_$eq_true')
    const area = {
      name: `Public ${clips.name}`,
      type: own?.type,
      path: `${own?.path}/public`,
      endpoint: own?.endpoint,
      permission: '0',
    }
    const { _id: id } = entity(await post('/storage_areas', { storage_areas: [area] }), 'storage_areas')
    const { _id: record, _url: url } = await created(inline('open.txt', Buffer.from('open'), { _storagearea: id }))
    expect(await (await nobody(String(url))).text()).toBe('open')
    expect((await send('DELETE', `/storage_areas/${id}`)).status).toBe(409)
    await send('DELETE', `/${clips.name}/${record}`)
    expect((await send('DELETE', `/storage_areas/${id}`)).status).toBe(204)
  })

  it.each(['1', '0/x', 'x/y', '1/%2e%2e', '1/..%2f..%2fetc%2fpasswd', '999999999/x', '1/%ff', '1/a/b'])(
    '[F4] [ERR:NOT_FOUND] there is nothing at %j',
    async (path) => expect((await request(`/api/v1/download/file/${path}`)).status).toBe(404),
  )
})

describe('a whole file in one request', () => {
  it('[SVC:file-upload] [SVC:file-download] [F1.f] is stored, downloaded in ranges, and becomes a record’s', async () => {
    const film = randomBytes(17_000_000)
    const headers = { 'content-type': 'application/octet-stream', 'content-md5': md5Of(film) }
    const answer = await request('/api/v1/upload/content/big%20film.mp4', { method: 'POST', headers, body: film })
    expect(answer.status).toBe(201)
    const { _id: id, _url: url, ...rest } = (await answer.json()) as { _id: string; _url: string }
    expect(rest).toEqual({ _fileSize: film.length, _md5: md5Of(film) })
    const part = await request(url, { headers: { range: 'bytes=8388600-16777230' } })
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(8_388_600, 16_777_231))).toBe(true)
    expect((await nobody(url)).status).toBe(401)
    const clip = await created({ _type: 'upload', _id: id, _md5: md5Of(film) })
    const whole = await request(String(clip._url))
    expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true)
    expect((await request(url)).status).toBe(404)
  })

  it('[ERR:UPLOAD_MISMATCH] [F4] is refused for another MD5, and for a name that is a path', async () => {
    const headers = { 'content-md5': md5Of('other') }
    const wrong = await request('/api/v1/upload/content/a.txt', { method: 'POST', headers, body: 'text' })
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('UPLOAD_MISMATCH')])
    expect((await request('/api/v1/upload/content/..%2fa.txt', { method: 'POST', body: 'text' })).status).toBe(400)
  })
})

describe('the file service’s own description', () => {
  it('[G6.b] is read at /files/help, and as OpenAPI', async () => {
    const page = await request('/files/help')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/api/v1/download/sign')])
    const document = (await (await request('/files/openapi.json')).json()) as { paths: object }
    expect(Object.keys(document.paths)).toContain('/api/v1/fullstoragearea/{media_type}/{id}')
  })
})

describe('lazy uploads', () => {
  const checkUp = (id: unknown, files: object): Promise<Answer> =>
    send('PUT', `/$checkupload/${clips.name}/${id}`, { body: { _filesToValidate: files } })

  it('[UP4] [UP8] [API8] [FD:lazy] [SA:Type] [SA:Path] [SA:Username] [SA:Password] [SA:Permission] [SA:ExtraSettings] tell where the file belongs, to whom may write the record', async () => {
    const { _id: id, _suffix: suffix, _url: url } = await created(lazy('Film.MP4', 4))
    expect([url, suffix]).toEqual([null, expect.stringMatching(/^_[a-z2-7]{8}$/)])
    const area = JSON.parse((await get(`/fullstoragearea/${clips.name}/${id}`)).text) as Record<string, unknown>
    expect(Object.keys(area)).toEqual(['Type', 'Path', 'Username', 'Password', 'Permission', 'ExtraSettings'])
    expect((await filesOf(id))[0]?._state).toBe('pending')
    expect((await nobody(`/api/v1/fullstoragearea/${clips.name}/${id}`)).status).toBe(401)
  })

  it('[API9] [ERR:upload-mismatch] are refused while the file is not there, and complete once it is', async () => {
    const { _id: id, _suffix: suffix, _etag: tag } = await created(lazy('Film.MP4', 4))
    const files = { 'Film.MP4': { Item1: 4, Item2: md5Of('film') } }
    const missing = await checkUp(id, files)
    expect([missing.status, errors(missing)[0]?.code]).toEqual([422, 'UPLOAD_MISMATCH'])
    const area = JSON.parse((await get(`/fullstoragearea/${clips.name}/${id}`)).text) as { Type: number; Path: string }
    // the tests reach a disk by themselves; a bucket of the Worker's is inside its runtime
    if (area.Type !== 0) return
    const place = join(area.Path, `${id}${suffix}.MP4`)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, 'film')
    const checked = entity(await checkUp(id, files), clips.name)
    expect(checked._etag).not.toBe(tag)
    expect(await (await request(String(checked._url))).text()).toBe('film')
  })
})
