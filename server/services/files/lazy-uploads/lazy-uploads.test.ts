import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../../../catalog/rights.ts'
import { type Answer, type FilesSite, inline, lazy, md5Of, openFilesSite } from '../test-files.ts'

let site: FilesSite
beforeAll(async () => {
  site = await openFilesSite()
})
afterAll(() => site.close())
afterEach(() => expect(site.failures).toEqual([]))

interface Image {
  readonly _id: number
  readonly _suffix: string
  readonly _etag: string
  readonly _url: string | null
}
async function create(files: readonly object[], more: object = {}): Promise<Image> {
  const body = { images: [{ name: 'Lazy', ...more, _links: { _files: files } }] }
  const answer = await site.ask('POST', '/images', { body })
  expect(answer.status, answer.text).toBe(201)
  return imageOf(answer)
}
const imageOf = ({ body }: Answer): Image => (body.images as unknown as Image[])[0] as Image
const area = (id: number, rights?: Rights) =>
  site.ask('GET', `/fullstoragearea/images/${id}`, rights === undefined ? {} : { rights })
const check = (id: number, files: Record<string, unknown>, headers = {}) =>
  site.ask('PUT', `/$checkupload/images/${id}`, { body: { _filesToValidate: files }, headers })
const said = (text: string): object => ({ Item1: text.length, Item2: md5Of(text) })
async function put(path: string, text: string): Promise<void> {
  const place = join(site.folder, path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, text)
}

describe('a lazy upload', () => {
  it('[UP4] [UP5] [UP7] [UP8] [FD:lazy] [API8] [API9] of one file is created, uploaded by the caller, and checked', async () => {
    const image = await create([lazy('Film.MP4', 4)])
    expect(image._url).toBeNull()
    const { Path, ...descriptor } = JSON.parse((await area(image._id)).text) as { Path: string }
    expect(descriptor).toEqual({ Type: 0, Username: null, Password: null, Permission: 1, ExtraSettings: {} })
    expect(Path).toBe(site.folder)
    await put(`${image._id}${image._suffix}.MP4`, 'film')
    const answer = await check(image._id, { 'Film.MP4': said('film') })
    expect(answer.status).toBe(200)
    const checked = imageOf(answer)
    expect(checked).toMatchObject({ _url: expect.stringContaining('/Film.MP4'), _playback_type: 'progressive' })
    expect(checked._etag).not.toBe(image._etag)
    expect((await site.ask('GET', checked._url as string)).text).toBe('film')
  })

  it('[UP6] [UP10] of several files goes into a folder; the check lists all files, the others too', async () => {
    const image = await create([lazy('a.txt', 1), inline('b.txt', 'bb'), lazy('c.txt', 3)])
    await put(`${image._id}${image._suffix}/a.txt`, 'a')
    await put(`${image._id}${image._suffix}/c.txt`, 'ccc')
    const missing = await check(image._id, { 'a.txt': said('a'), 'c.txt': said('ccc') })
    expect(missing).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'VALIDATION', source: { pointer: '/_filesToValidate' } }] },
    })
    const all = { 'a.txt': said('a'), 'b.txt': said('bb'), 'c.txt': said('ccc') }
    expect((await check(image._id, { ...all, 'd.txt': said('d') })).body.errors).toMatchObject([
      { source: { pointer: '/_filesToValidate/d.txt' } },
    ])
    expect((await check(image._id, all)).status).toBe(200)
  })

  it('[ERR:upload-mismatch] [ERR:UPLOAD_MISMATCH] is refused where a file is not what it should be, file by file', async () => {
    const image = await create([lazy('a.txt', 1), lazy('b.txt', 1), lazy('c.txt', 1), lazy('d.txt', 1)])
    const folder = `${image._id}${image._suffix}`
    await put(`${folder}/a.txt`, 'x')
    await put(`${folder}/b.txt`, 'long')
    await put(`${folder}/d.txt`, 'd')
    const files = { 'a.txt': said('a'), 'b.txt': said('b'), 'c.txt': said('c'), 'd.txt': said('dd') }
    const { status, body } = await check(image._id, files)
    expect(status).toBe(422)
    expect(body.errors?.map(({ code, source }) => [code, source?.pointer])).toEqual([
      ['UPLOAD_MISMATCH', '/_filesToValidate/a.txt/Item2'],
      ['UPLOAD_MISMATCH', '/_filesToValidate/b.txt/Item1'],
      ['UPLOAD_MISMATCH', '/_filesToValidate/c.txt/Item1'],
      ['UPLOAD_MISMATCH', '/_filesToValidate/d.txt/Item1'],
    ])
    expect(imageOf(await site.ask('GET', `/images/${image._id}`))).toMatchObject({ _url: null, _etag: image._etag })
  })

  it('[UP9] a check needs the MD5 of every file', async () => {
    const image = await create([lazy('a.txt', 1)])
    expect((await check(image._id, { 'a.txt': { Item1: 1 } })).body.errors).toMatchObject([
      { source: { pointer: '/_filesToValidate/a.txt/Item2' } },
    ])
  })

  it('[D2] a check heeds the tag it is given', async () => {
    const image = await create([lazy('a.txt', 1)])
    await put(`${image._id}${image._suffix}.txt`, 'a')
    expect((await check(image._id, { 'a.txt': said('a') }, { 'if-match': '"7.7"' })).status).toBe(412)
    expect((await check(image._id, { 'a.txt': said('a') }, { 'if-match': `"${image._etag}"` })).status).toBe(200)
  })

  it('[API8] [F2.c] [SA:Type] [SA:Path] [SA:Username] [SA:Password] [SA:Permission] [SA:ExtraSettings] the credentials of an area are told to those who may change the record alone', async () => {
    const bucket = {
      name: 'Bucket',
      type: '1',
      path: 'films/raw',
      username: 'key',
      password: 'secret',
      region: 'eu-west-1',
    }
    const made = await site.ask('POST', '/storage_areas', { body: { storage_areas: [bucket] } })
    const [{ _id: id } = { _id: 0 }] = made.body.storage_areas as { _id: number }[]
    const image = await create([lazy('a.mxf', 1, { _storagearea: id })], { source: 1 })
    const full = await area(image._id)
    expect(JSON.parse(full.text)).toEqual({
      Type: 1,
      Path: 'films/raw',
      Username: 'key',
      Password: 'secret',
      Permission: 1,
      ExtraSettings: { Region: 'euwest1' },
    })
    expect(full.headers.get('cache-control')).toBe('no-store')
    const rights = (write: readonly number[]): Rights =>
      ({
        unrestricted: false,
        signature: `write ${write.join()}`,
        mediaTypes: new Map([['images', { read: true, write: true, delete: false }]]),
        sources: { read: [1], write, delete: [] },
      }) as unknown as Rights
    expect((await area(image._id, rights([1]))).status).toBe(200)
    expect((await area(image._id, rights([]))).status).toBe(403)
    expect((await site.ask('GET', '/storage_areas')).text).not.toContain('secret')
  })

  it.each([
    ['/fullstoragearea/images/99999', 404],
    ['/fullstoragearea/images/x', 404],
    ['/fullstoragearea/films/1', 404],
    ['/fullstoragearea/nothing/1', 404],
  ])('[ERR:NOT_FOUND] %s is %i', async (path, status) => expect((await site.ask('GET', path)).status).toBe(status))

  it('[P3] [API8] nobody learns the credentials of an area that they may not read by having a file there', async () => {
    const secret = { name: 'Archive', type: '1', path: 'archive', username: 'key', password: 'hidden' }
    const made = await site.ask('POST', '/storage_areas', { body: { storage_areas: [secret] } })
    const [{ _id: id } = { _id: 0 }] = made.body.storage_areas as { _id: number }[]
    const all = { read: true, write: true, delete: true }
    const rights = (...types: readonly string[]): Rights => ({
      unrestricted: false,
      signature: types.join(),
      mediaTypes: new Map(types.map((type) => [type, all])),
      sources: null,
    })
    const file = lazy('a.txt', 1, { _storagearea: id })
    const body = { images: [{ name: 'Lazy', _links: { _files: [file] } }] }
    const refused = await site.ask('POST', '/images', { body, rights: rights('images') })
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ source: { pointer: '/images/0/_links/_files/0/_storagearea' } }],
    ])
    const own = await create([])
    const patch = { body: { images: [{ _links: { _files: { add: [file] } } }] }, rights: rights('images') }
    expect((await site.ask('PATCH', `/images/${own._id}`, patch)).status).toBe(422)
    const free = rights('images', 'storage_areas')
    const image = imageOf(await site.ask('POST', '/images', { body, rights: free }))
    expect((await area(image._id, free)).text).toContain('hidden')
  })

  it('[FD:lazy] all lazy files of a record go to one storage area', async () => {
    const made = await site.ask('POST', '/storage_areas', {
      body: { storage_areas: [{ name: 'Second', path: 'second' }] },
    })
    const [{ _id: id } = { _id: 0 }] = made.body.storage_areas as { _id: number }[]
    const body = {
      images: [{ name: 'Two', _links: { _files: [lazy('a.txt', 1), lazy('b.txt', 1, { _storagearea: id })] } }],
    }
    expect((await site.ask('POST', '/images', { body })).body.errors).toMatchObject([
      { source: { pointer: '/images/0/_links/_files/1/_storagearea' } },
    ])
  })
})

describe('the setting forceCheckMd5OnUploadComplete', () => {
  it('[UP9] turned off, a check compares the sizes alone where no MD5 is given', async () => {
    const trusting = await openFilesSite({ FORCE_CHECK_MD5_ON_UPLOAD_COMPLETE: 'false' })
    try {
      const body = { images: [{ name: 'Lazy', _links: { _files: [lazy('a.txt', 1)] } }] }
      const image = imageOf(await trusting.ask('POST', '/images', { body }))
      await mkdir(trusting.folder, { recursive: true })
      await writeFile(join(trusting.folder, `${image._id}${image._suffix}.txt`), 'x')
      const asked = { body: { _filesToValidate: { 'a.txt': { Item1: 1 } } } }
      expect((await trusting.ask('PUT', `/$checkupload/images/${image._id}`, asked)).status).toBe(200)
    } finally {
      await trusting.close()
    }
  })
})
