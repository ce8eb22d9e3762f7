import { randomBytes } from 'node:crypto'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessToken, request, service } from '../harness/service.ts'
import { entity, post } from './client.ts'
import { type FileType, md5Of, newFileType } from './file-type.ts'

let clips: FileType
let authorization: string

beforeAll(async () => {
  clips = await newFileType()
  authorization = `Bearer ${await accessToken()}`
})

afterAll(() => clips.drop())

/** Uploads by the client that most use; resolves with the file's address. */
function upload(file: Buffer, options: Partial<UploadOptions> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending: Upload = new Upload(file, {
      endpoint: `${service().url}/api/v1/$upload`,
      headers: { authorization },
      metadata: { filename: 'Straße 1.mp4', filetype: 'video/mp4' },
      retryDelays: [],
      onError: reject,
      onSuccess: () => resolve(sending.url ?? ''),
      ...options,
    })
    sending.start()
  })
}

/** Attaches an uploaded file to a new record, and reads it back from there. */
async function attached(url: string): Promise<Buffer> {
  const _id = decodeURIComponent(url.split('/').slice(-2).join('/'))
  const element = { name: 'Clip', _links: { _files: [{ _type: 'upload', _id }] } }
  const clip = entity(await post(`/${clips.name}`, { [clips.name]: [element] }), clips.name)
  return Buffer.from(await (await request(String(clip._url))).arrayBuffer())
}

describe('a tus client', () => {
  it('[F1.g] uploads a file in one go', async () => {
    const file = randomBytes(3_000_000)
    const url = await upload(file)
    expect(url).toMatch(/\/api\/v1\/\$upload\/[\da-f-]{36}\/Stra%C3%9Fe%201\.mp4$/)
    expect(md5Of(await attached(url))).toBe(md5Of(file))
  })

  it('[F1.g] uploads a file in parts, the first along with its start', async () => {
    const file = randomBytes(1_000_000)
    const seen: number[] = []
    const onChunkComplete = (_: number, accepted: number): void => void seen.push(accepted)
    const url = await upload(file, { chunkSize: 300_000, uploadDataDuringCreation: true, onChunkComplete })
    expect(seen).toEqual([300_000, 600_000, 900_000, 1_000_000])
    expect(md5Of(await attached(url))).toBe(md5Of(file))
  })

  it('[F1.g] goes on with a file that was broken off', async () => {
    const file = randomBytes(1_000_000)
    const url = await new Promise<string>((resolve, reject) => {
      const sending: Upload = new Upload(file, {
        endpoint: `${service().url}/api/v1/$upload`,
        headers: { authorization },
        chunkSize: 200_000,
        retryDelays: [],
        onError: reject,
        onChunkComplete: (_, accepted) => {
          if (accepted >= 400_000) sending.abort().then(() => resolve(sending.url ?? ''), reject)
        },
      })
      sending.start()
    })
    const resumed: number[] = []
    await upload(file, {
      uploadUrl: url,
      chunkSize: 200_000,
      onChunkComplete: (_, accepted) => void resumed.push(accepted),
    })
    expect(resumed[0]).toBeGreaterThanOrEqual(600_000)
    expect(md5Of(await attached(url))).toBe(md5Of(file))
  })

  it('[F1.g] tells the size at the end alone', async () => {
    const file = randomBytes(500_000)
    const url = await upload(file, { uploadLengthDeferred: true, chunkSize: 200_000 })
    expect(md5Of(await attached(url))).toBe(md5Of(file))
  })

  it('[F1.g] ends what it began', async () => {
    const url = await new Promise<string>((resolve, reject) => {
      const sending: Upload = new Upload(randomBytes(1_000_000), {
        endpoint: `${service().url}/api/v1/$upload`,
        headers: { authorization },
        chunkSize: 200_000,
        retryDelays: [],
        onError: reject,
        onChunkComplete: () => void sending.abort(true).then(() => resolve(sending.url ?? ''), reject),
      })
      sending.start()
    })
    expect((await request(new URL(url).pathname, { method: 'HEAD' })).status).toBe(404)
  })

  it('[F1.g] is told what there is, and refused another version', async () => {
    const options = await request('/api/v1/$upload', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0'])
    expect(options.headers.get('tus-extension')).toContain('termination')
    const old = await request('/api/v1/$upload', { method: 'POST', headers: { 'tus-resumable': '0.2.2' } })
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  })
})
