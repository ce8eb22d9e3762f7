import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunk, openTestUploads, someBytes, type TestUploads } from '../uploads/test-uploads.ts'
import type { OpenedFile } from './source.ts'
import { openSource, parseProblems, refusal } from './test-source.ts'
import { upload } from './upload.ts'

let test: TestUploads

beforeAll(async () => {
  test = await openTestUploads()
})

afterAll(() => test.close())

const open = (id: string, caller: string | null = 'user:1'): Promise<OpenedFile> =>
  openSource(upload, { _id: id }, { caller, database: test.database, stores: test.stores })

async function uploaded(name: string, file: Buffer, headers = {}): Promise<string> {
  const id = await test.start(name)
  await test.request('PUT', `/${id}/${encodeURIComponent(name)}`, chunk(file, 0, file.length, headers))
  return `${id}/${name}`
}

const attach = ({ attached }: OpenedFile): Promise<void> =>
  test.database.transaction(async (tx) => {
    if (attached === undefined) throw new Error('expected a hook')
    await attached(tx)
  })

describe('an uploaded file', () => {
  it('[F1.f] is read as it came, and its upload ends when it is attached', async () => {
    const file = someBytes(9_000_000)
    const before = await test.objects()
    const id = await uploaded('film ä.mp4', file)
    const opened = await open(id)
    expect(opened).toMatchObject({ size: file.length, contentType: null })
    expect(Buffer.from(await new Response(opened.body).arrayBuffer()).equals(file)).toBe(true)
    await attach(opened)
    expect(await test.objects()).toBe(before)
    expect((await test.request('GET', `/${id.split('/')[0]}`)).status).toBe(404)
    expect(await refusal(open(id))).toEqual(['_id', expect.stringContaining('no such upload')])
  })

  it('[F1.f] is attached once', async () => {
    const id = await uploaded('a', someBytes(10))
    const [first, second] = [await open(id), await open(id)]
    await attach(first)
    expect(await refusal(attach(second))).toEqual(['_id', 'the upload was used or cancelled meanwhile'])
  })

  it('[F1.f] leaves the other files of its upload', async () => {
    const file = someBytes(10)
    const id = await test.start('a', 'b')
    for (const name of ['a', 'b']) await test.request('PUT', `/${id}/${name}`, chunk(file, 0))
    await attach(await open(`${id}/a`))
    expect((await test.request('HEAD', `/${id}/a`)).status).toBe(404)
    await attach(await open(`${id}/b`))
    expect((await test.request('GET', `/${id}`)).status).toBe(404)
  })

  it('[F1.f] has the type its chunks told where its name tells none', async () => {
    const type = { 'content-type': 'video/x-special' }
    expect((await open(await uploaded('special', someBytes(1), type))).contentType).toBe('video/x-special')
    expect((await open(await uploaded('a.jpg', someBytes(1), { 'content-type': 'text/html' }))).contentType).toBeNull()
  })

  it('[F1.f] is complete, and the caller’s own', async () => {
    const file = someBytes(10)
    const id = await test.start('a')
    await test.request('PUT', `/${id}/a`, chunk(file, 0, 4))
    expect(await refusal(open(`${id}/a`))).toEqual(['_id', 'the upload is not complete: 4 bytes of 10 came'])
    await test.request('PUT', `/${id}/a`, chunk(file, 4))
    for (const caller of ['user:2', null]) {
      expect(await refusal(open(`${id}/a`, caller))).toEqual(['_id', expect.stringContaining('no such upload')])
    }
    await attach(await open(`${id}/a`))
  })

  it.each([undefined, null, 7, '', 'a', 'a/', '/a', 'a/b/c', '../a', 'a b/c'])('[F1.f] is none by the _id %j', (id) => {
    expect(parseProblems(upload, { _id: id })).toEqual(['_id'])
  })
})
