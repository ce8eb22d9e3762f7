import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { azureStore } from '../blob-stores/azure-store.ts'
import { s3Store } from '../blob-stores/s3-store.ts'
import { type AzureServer, startAzure } from '../blob-stores/test-azure.ts'
import { type S3Server, startS3 } from '../blob-stores/test-s3.ts'
import { bodyOf } from '../blob-stores/test-store.ts'
import { REGIONS } from '../regions.ts'
import { type Answer, type FilesSite, inline, lazy, md5Of, openFilesSite, SOON } from '../test-files.ts'

const TEXT = 'a film from the cloud'
const about = { size: TEXT.length, contentType: 'video/mp4' }
const send = (request: Request): Promise<Response> => fetch(request)

let site: FilesSite
let s3: S3Server
let azure: AzureServer
let azureFolder: string
beforeAll(async () => {
  s3 = await startS3(await mkdtemp(join(tmpdir(), 'marquee-s3-')))
  azureFolder = await mkdtemp(join(tmpdir(), 'marquee-azure-'))
  azure = await startAzure(azureFolder)
  const bytes = () => bodyOf(new TextEncoder().encode(TEXT))
  await s3Store({ ...s3, bucket: 'films', prefix: 'in/raw', region: 'us-east-1' }, send).put('jaws.mp4', bytes(), about)
  await azureStore({ ...azure, prefix: 'in/raw' }, send).put('jaws.mp4', bytes(), about)
  site = await openFilesSite({ UPLOAD_ALLOW_HOSTS: '127.0.0.1' })
}, 90_000)
afterAll(async () => {
  await site.close()
  await s3.stop()
  await azure.stop()
  for (const folder of [s3.folder, azureFolder]) await rm(folder, { recursive: true, force: true })
})
afterEach(() => expect(site.failures).toEqual([]))

const create = (...files: readonly object[]): Promise<Answer> =>
  site.ask('POST', '/images', { body: { images: [{ name: 'Cloud', _links: { _files: files } }] } })
const urlOf = ({ body }: Answer): string => (body.images as unknown as { _url: string }[])[0]?._url as string
const fromS3 = (more: object = {}): object => ({
  _type: 'amazons3',
  _filename: 'jaws.mp4',
  _filesize: TEXT.length,
  _accessKey: s3.accessKey,
  _secretKey: s3.secretKey,
  _bucket: 'films',
  _region: 'euwest1',
  _subfolder: '/in/raw/',
  _endpoint: s3.endpoint,
  _md5: md5Of(TEXT),
  ...more,
})
const fromAzure = (more: object = {}): object => ({
  _type: 'azureblob',
  _filename: 'jaws.mp4',
  _filesize: TEXT.length,
  _accountName: azure.account,
  _accountKey: azure.accountKey,
  _bucket: azure.container,
  _subfolder: 'in/raw',
  _endpoint: azure.endpoint,
  _md5: md5Of(TEXT),
  ...more,
})

describe('a file in somebody’s cloud', () => {
  it.each([
    ['[FD:amazons3]', fromS3],
    ['[FD:azureblob]', fromAzure],
  ])('%s [API7.a] [LIM:cloud-upload] is there when the create is answered', async (_, from) => {
    const answer = await create(from())
    expect(answer.status, answer.text).toBe(201)
    expect((await site.ask('GET', urlOf(answer))).text).toBe(TEXT)
  })

  it('[FD4] may stand beside files of other kinds', async () => {
    const answer = await create(fromAzure({ _filename: 'jaws.mp4' }), inline('note.txt', 'n'), lazy('later.mp4', 3))
    expect(answer.status, answer.text).toBe(201)
    expect(urlOf(answer)).toContain('/jaws.mp4')
  })

  it('[F2.c] its credentials are used once: no table holds them', async () => {
    const secret = 'a-secret-used-once'
    expect((await create(fromS3({ _secretKey: secret }))).status).toBe(201)
    const { database } = site.context
    const tables = await database.read({
      text: "select table_name from information_schema.tables where table_schema = 'public'",
      values: [],
    })
    for (const [table] of tables) {
      const text = `select count(*)::text from "${table}" t where t::text like '%' || $1 || '%'`
      expect([table, ...((await database.read({ text, values: [secret] }))[0] ?? [])]).toEqual([table, '0'])
    }
  })

  it.each([
    ['[ERR:UPLOAD_MISMATCH]', { _md5: md5Of('other') }, 'UPLOAD_MISMATCH', '_md5'],
    ['[ERR:UPLOAD_MISMATCH]', { _filesize: 3 }, 'UPLOAD_MISMATCH', '_filesize'],
    ['[ERR:create-fails]', { _filename: 'none.mp4' }, 'VALIDATION', '_filename'],
  ])('%s that is not what %j says makes no record', async (_, more, code, member) => {
    for (const from of [fromS3, fromAzure]) {
      const answer = await create(from(more))
      expect([answer.status, answer.body.errors]).toMatchObject([
        422,
        [{ code, source: { pointer: `/images/0/_links/_files/0/${member}` } }],
      ])
    }
  })

  it('[ERR:create-fails] that its storage does not give is told without a word of the storage’s own', async () => {
    const answer = await create(fromAzure({ _accountKey: btoa('guessed') }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.[0]?.detail).toBe(
      'the file cannot be fetched: the storage answered 403 AuthorizationFailure',
    )
  })

  it('[FD:region] [FD:region.2] [FD:region.3] is in one of the regions; without one in useast1', async () => {
    for (const region of Object.keys(REGIONS)) expect((await create(fromS3({ _region: region }))).status).toBe(201)
    expect((await create(fromS3({ _region: undefined }))).status).toBe(201)
    expect((await create(fromAzure({ _region: 'euwest1' }))).status).toBe(201)
    for (const from of [fromS3, fromAzure])
      expect((await create(from({ _region: 'eu-west-1' }))).body.errors).toMatchObject([
        { code: 'VALIDATION', source: { pointer: '/images/0/_links/_files/0/_region' } },
      ])
  })

  it('[D6] what is wrong with a descriptor is told all at once', async () => {
    const bad = { _accessKey: '', _bucket: 'a/b', _subfolder: '../..', _endpoint: 'ftp://x', _storagearea: 'one', x: 1 }
    const pointers = (await create(fromS3(bad))).body.errors?.map(({ source }) => source?.pointer?.split('/').at(-1))
    expect(pointers?.toSorted()).toEqual(['_accessKey', '_bucket', '_endpoint', '_storagearea', '_subfolder', 'x'])
    const azureBad = { _accountName: 'a.b', _accountKey: 7, _bucket: 'A' }
    const other = (await create(fromAzure(azureBad))).body.errors?.map(({ source }) =>
      source?.pointer?.split('/').at(-1),
    )
    expect(other?.toSorted()).toEqual(['_accountKey', '_accountName', '_bucket'])
  })

  it('[F3] a storage inside is not reached unless it is allowed', async () => {
    const answer = await create(fromS3({ _endpoint: s3.endpoint.replace('127.0.0.1', 'localhost') }))
    expect(answer.body.errors).toMatchObject([
      { code: 'VALIDATION', source: { pointer: expect.stringContaining('/_files/0/') } },
    ])
  })
})

describe('a storage area in a cloud', () => {
  it.each(['1', '2'])(
    '[F2] [UP4] of type %s takes files, gives them, and is checked after a lazy upload',
    async (type) => {
      const cloud = type === '1' ? { username: s3.accessKey, password: s3.secretKey, endpoint: s3.endpoint } : null
      const own = cloud ?? { username: azure.account, password: azure.accountKey, endpoint: azure.endpoint }
      const area = { name: `Cloud ${type}`, type, path: 'films/areas/one', ...own }
      const made = await site.ask('POST', '/storage_areas', { body: { storage_areas: [area] } })
      const [{ _id: id } = { _id: 0 }] = made.body.storage_areas as { _id: number }[]
      const answer = await create(inline('cloud.txt', TEXT, { _storagearea: id }))
      expect(answer.status, answer.text).toBe(201)
      const part = await site.ask('GET', urlOf(answer), { headers: { range: 'bytes=2-5' } })
      expect([part.status, part.text]).toEqual([206, TEXT.slice(2, 6)])

      const lazily = await create(lazy('later.txt', TEXT.length, { _storagearea: id }))
      const [image] = lazily.body.images as unknown as { _id: number; _suffix: string }[]
      const { Path } = JSON.parse((await site.ask('GET', `/fullstoragearea/images/${image?._id}`)).text) as {
        Path: string
      }
      expect(Path).toBe('films/areas/one')
      const store =
        type === '1'
          ? s3Store({ ...s3, bucket: 'films', prefix: 'areas/one', region: 'us-east-1' }, send)
          : azureStore({ ...azure, prefix: 'areas/one' }, send)
      const key = `${image?._id}${image?._suffix}.txt`
      await store.put(key, bodyOf(new TextEncoder().encode(TEXT)), about)
      const body = { _filesToValidate: { 'later.txt': { Item1: TEXT.length, Item2: md5Of(TEXT) } } }
      expect((await site.ask('PUT', `/$checkupload/images/${image?._id}`, { body })).status).toBe(200)
      expect((await site.ask('DELETE', `/images/${image?._id}`)).status).toBe(204)
      await expect.poll(() => store.size(key), SOON).toBeNull()
    },
  )

  it('[F2] [ERR:DEPENDENCY_DOWN] that is away or lacks its keys is told as such', async () => {
    const areas = [
      { name: 'Away', type: '1', path: 'films', username: 'a', password: 'b', endpoint: 'http://127.0.0.1:9' },
      { name: 'Keyless', type: '2', path: 'films' },
    ]
    const made = await site.ask('POST', '/storage_areas', { body: { storage_areas: areas } })
    const [away, keyless] = made.body.storage_areas as { _id: number }[]
    const down = await create(inline('a.txt', 'a', { _storagearea: away?._id }))
    expect([down.status, down.body.errors?.[0]?.code]).toEqual([503, 'DEPENDENCY_DOWN'])
    const wrong = await create(inline('a.txt', 'a', { _storagearea: keyless?._id }))
    expect([wrong.status, wrong.body.errors?.[0]?.code]).toEqual([422, 'VALIDATION'])
    site.failures.length = 0
  })
})
