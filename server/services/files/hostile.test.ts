import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { type Answer, type FilesSite, inline, lazy, openFilesSite } from './test-files.ts'

/** What callers, and administrators, may say that is not right and must never be a failure of the service. */

let site: FilesSite
beforeAll(async () => {
  site = await openFilesSite()
})
afterAll(() => site.close())
// that a storage is down is no failure of the service
afterEach(() => expect(site.failures.filter((error) => !(error instanceof AppError))).toEqual([]))

const create = (...files: readonly object[]): Promise<Answer> =>
  site.ask('POST', '/images', { body: { images: [{ name: 'Image', _links: { _files: files } }] } })
const places = ({ status, body }: Answer): unknown => [
  status,
  ...(body.errors ?? []).map(({ code, source }) => [code, source?.pointer?.split('/').at(-1)]),
]

let areas = 0
async function areaOf(more: object): Promise<Answer> {
  const area = { name: `Area ${areas++}`, type: '1', path: 'films', username: 'key', password: 'secret', ...more }
  return site.ask('POST', '/storage_areas', { body: { storage_areas: [area] } })
}
async function createIn(area: Answer): Promise<Answer> {
  const [made] = area.body.storage_areas as unknown as { readonly _id: number }[]
  return create(inline('a.txt', 'a', { _storagearea: made?._id }))
}

describe('a descriptor', () => {
  const keys = {
    amazons3: { _accessKey: 'key', _secretKey: 'secret', _bucket: 'films' },
    azureblob: { _accountName: 'films', _accountKey: 'c2VjcmV0', _bucket: 'films' },
  }

  it.each(['amazons3', 'azureblob'] as const)(
    '[F2.c] of %s has no password in the address of its storage',
    async (_type) => {
      const file = { _type, _filename: 'a', ...keys[_type], _endpoint: 'http://:secret@films.example.org' }
      const answer = await create(file)
      expect(places(answer)).toEqual([422, ['VALIDATION', '_endpoint']])
      expect(answer.text).not.toContain('secret')
    },
  )

  it('[FD:amazons3] of keys that no request can carry is refused', async () => {
    const file = { _type: 'amazons3', _filename: 'a', ...keys.amazons3, _accessKey: 'Ключ' }
    expect(places(await create(file))).toEqual([422, ['VALIDATION', '0']])
  })

  it('[FD1] tells one size, however it is spelled', async () => {
    const file = inline('a.txt', 'a')
    expect(places(await create({ ...file, _filesize: 2 }))).toEqual([422, ['VALIDATION', '_filesize']])
    expect((await create({ ...file, _filesize: 1 })).status).toBe(201)
  })

  it('[FD1] may be one of thousands', async () => {
    const files = Array.from({ length: 6000 }, (_, index) => lazy(`${index}.mxf`, 1))
    const answer = await create(...files)
    expect(answer.status, answer.text.slice(0, 500)).toBe(201)
    const [image] = answer.body.images as unknown as { readonly _id: number }[]
    const body = { images: [{ _links: { _files: [] } }] }
    expect((await site.ask('PATCH', `/images/${image?._id}`, { body })).status).toBe(200)
  })
})

describe('a storage area', () => {
  it.each([
    ['endpoint', 'minio.example.org'],
    ['endpoint', 'ftp://minio.example.org'],
    ['endpoint', 'http://:secret@minio.example.org'],
    ['endpoint', 'https://minio.example.org/?a=b'],
    ['region', 'eu west/1'],
  ])('[F2] has no %s such as %j', async (member, value) => {
    expect(places(await areaOf({ [member]: value }))).toEqual([422, ['VALIDATION', member]])
  })

  it.each([{ path: '/' }, { path: 'a@b/c' }, { username: 'Ключ', endpoint: 'http://127.0.0.1:1' }])(
    '[F2] of which no request can be made, as with %j, says so to whoever uses it',
    async (more) => {
      const answer = await createIn(await areaOf(more))
      expect(answer.status).toBeGreaterThan(400)
      expect(answer.text).toContain('storage area Area')
      expect(answer.text).not.toContain('INTERNAL')
    },
  )

  it('[F2] on a disk where no folder can be made says so', { timeout: 20_000 }, async () => {
    await symlink('/nowhere/at/all', join(site.folder, '..', 'dangling'))
    const answer = await createIn(await areaOf({ type: '0', path: 'dangling/films' }))
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([503, 'DEPENDENCY_DOWN'])
  })
})

describe('an address of uploads', () => {
  it.each(['%00', '%ff', '..%2f..', '%ed%a0%80', 'con'])(
    '[F4] [ERR:NOT_FOUND] with %j in it leads to none',
    async (odd) => {
      const started = await site.ask('POST', '/$upload', { body: { _files: ['a.txt'] } })
      const own = started.headers.get('location') as string
      for (const path of [`/api/v1/$upload/${odd}`, `/api/v1/$upload/${odd}/a.txt`, `${own}/${odd}`])
        for (const method of ['GET', 'DELETE'])
          expect([path, (await site.ask(method, path)).status]).toEqual([path, 404])
      const headers = { 'content-range': 'bytes 0-0/1' }
      expect((await site.ask('PUT', `${own}/${odd}`, { headers, body: 'eA==' })).status).toBe(404)
      const body = { _filesToValidate: {} }
      expect((await site.ask('POST', `/$upload/${odd}`, { body })).status).toBe(404)
    },
  )

  it('[SVC:file-upload] [F4] tells what a name was expected to be', async () => {
    const answer = await site.ask('POST', '/upload/content/a%00.txt', { body: 'a' })
    expect(answer.body.errors?.[0]?.detail).toBe('expected a name without control characters')
  })
})

describe('an upload whose pieces are gone', () => {
  it('[F1.f] [ERR:DEPENDENCY_DOWN] is told to whoever attaches or closes it', async () => {
    const sent = await site.ask('POST', '/upload/content/lost.txt', { body: 'lost' })
    const { _id: id, _md5: md5 } = JSON.parse(sent.text) as { readonly _id: string; readonly _md5: string }
    await rm(join(site.folder, 'uploads'), { recursive: true })
    const lost = [503, ['DEPENDENCY_DOWN', undefined]]
    expect(places(await create({ _type: 'upload', _id: id }))).toEqual(lost)
    const started = await site.ask('POST', '/$upload', { body: { _files: ['a.txt'] } })
    const own = started.headers.get('location') as string
    await site.ask('PUT', `${own}/a.txt`, { headers: { 'content-range': 'bytes 0-0/1' }, body: 'eA==' })
    await rm(join(site.folder, 'uploads'), { recursive: true })
    const body = { _filesToValidate: { 'a.txt': { Item1: 1, Item2: md5 } } }
    expect(places(await site.ask('POST', own, { body }))).toEqual(lost)
  })
})

describe('a body that is not JSON', () => {
  it.each(['{"_secretKey": HIDDEN}', '{"_secretKey": "HIDDEN", "b": }', '{"_secretKey": "HIDDEN'])(
    '[F2.c] [ERR:BODY_SYNTAX] %s is told without what stands in it',
    async (body) => {
      const answer = await site.ask('POST', '/images', { body })
      expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([400, 'BODY_SYNTAX'])
      expect(answer.text).not.toMatch(/HID|secret/i)
    },
  )
})
