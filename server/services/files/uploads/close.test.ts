import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chunk,
  closing,
  md5,
  openTestUploads,
  problems,
  progress,
  someBytes,
  type TestUploads,
} from './test-uploads.ts'

let test: TestUploads

beforeAll(async () => {
  test = await openTestUploads()
})

afterAll(() => test.close())

const put = (upload: string, name: string, init: RequestInit): Promise<Response> =>
  test.request('PUT', `/${upload}/${name}`, init)

describe('the close of an upload', () => {
  it('[F1.e] [UP3] holds every file against its size and MD5', async () => {
    const [a, b] = [someBytes(1000), someBytes(0)]
    const id = await test.start('a', 'b')
    await put(id, 'a', chunk(a, 0))
    await put(id, 'b', chunk(b, 0))
    const closed = await test.request('POST', `/${id}`, closing({ a, b }))
    expect(closed.status).toBe(200)
    const state = { _complete: true, _href: expect.any(String) }
    expect(await closed.json()).toEqual({
      _files: [
        { ...state, _id: `${id}/a`, _offset: 1000, _fileSize: 1000, _md5: md5(a) },
        { ...state, _id: `${id}/b`, _offset: 0, _fileSize: 0, _md5: md5(b) },
      ],
    })
    expect((await test.request('POST', `/${id}`, closing({ a, b }))).status).toBe(200)
    expect(progress(await put(id, 'a', chunk(a, 0)))).toEqual([204, '1000', '?1'])
  })

  it('[F1.e] [ERR:UPLOAD_MISMATCH] tells of all that differs', async () => {
    const file = someBytes(1000)
    const names = ['same', 'shorter', 'part', 'other', 'unlisted']
    const id = await test.start(...names)
    for (const name of ['same', 'shorter', 'other', 'unlisted']) await put(id, name, chunk(file, 0))
    await put(id, 'part', chunk(file, 0, 500))
    const said = {
      same: file,
      shorter: file.subarray(1),
      part: file.subarray(0, 500),
      other: someBytes(1000),
      'un/known': file,
    }
    expect(await problems(await test.request('POST', `/${id}`, closing(said)))).toEqual(
      ['/un~1known', '/shorter/Item1', '/part/Item1', '/other/Item2', ''].map((pointer) => [
        422,
        'UPLOAD_MISMATCH',
        `/_filesToValidate${pointer}`,
      ]),
    )
    expect((await put(id, 'part', chunk(file, 500))).status).toBe(204)
  })

  it('[F1.e] ends a file whose size nobody told before', async () => {
    const file = someBytes(300)
    const id = await test.start('a')
    await put(id, 'a', chunk(file, 0, 300, { 'content-range': 'bytes 0-299/*' }))
    expect(progress(await test.request('HEAD', `/${id}/a`))).toEqual([200, '300', '?0'])
    expect((await test.request('POST', `/${id}`, closing({ a: file }))).status).toBe(200)
    expect(progress(await test.request('HEAD', `/${id}/a`))).toEqual([200, '300', '?1'])
    const more = chunk(file, 0, 300, { 'content-range': 'bytes 300-599/*' })
    expect(await problems(await put(id, 'a', more))).toEqual([[422, 'VALIDATION', 'Content-Range']])
  })
})
