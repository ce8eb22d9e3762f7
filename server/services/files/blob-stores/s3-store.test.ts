import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreFault } from './object-request.ts'
import { type S3Bucket, s3Store } from './s3-store.ts'
import { type S3Server, signatureHolds, startS3 } from './test-s3.ts'
import { bodyOf, bytesOf, expectBlobStore } from './test-store.ts'

const MIB = 1024 * 1024
let server: S3Server
let place: S3Bucket
beforeAll(async () => {
  server = await startS3(await mkdtemp(join(tmpdir(), 'marquee-s3-')))
  place = { bucket: 'films', prefix: 'raw/2026', region: 'us-east-1', ...server }
})
afterAll(async () => {
  await server.stop()
  await rm(server.folder, { recursive: true, force: true })
})
const send = (request: Request): Promise<Response> => {
  expect(signatureHolds(request, 'S3RVER'), request.url).toBe(true)
  return fetch(request)
}

describe('a bucket', () => {
  it('[F2] keeps objects, large ones in parts, and nothing of what breaks off', async () => {
    await expectBlobStore(s3Store(place, send, 5 * MIB), 12 * MIB)
  }, 60_000)

  it('[F2] keeps them under its path', async () => {
    const { put } = s3Store(place, send)
    await put('a b.txt', bodyOf(bytesOf(3)), { size: 3, contentType: 'text/plain' })
    const whole = s3Store({ ...place, prefix: '' }, send)
    expect(await whole.size('raw/2026/a b.txt')).toBe(3)
  })

  it('[F2] a wrong key, a bucket that is not there and a storage that is away are faults that tell no secret', async () => {
    const about = { size: 1, contentType: 'text/plain' }
    const stranger = s3Store({ ...place, accessKey: 'nobody' }, send)
    await expect(stranger.put('x', bodyOf(bytesOf(1)), about)).rejects.toThrow(/403 InvalidAccessKeyId/)
    const nowhere = s3Store({ ...place, bucket: 'nothing' }, send)
    await expect(nowhere.put('x', bodyOf(bytesOf(1)), about)).rejects.toThrow(/404 NoSuchBucket/)
    const away = s3Store({ ...place, endpoint: 'http://127.0.0.1:9' }, send)
    const fault = await away.size('x').catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(StoreFault)
    expect((fault as StoreFault).message).toBe('the storage cannot be reached')
  })

  it('[FD:region] is at its region’s address', async () => {
    const asked: string[] = []
    const listen = async (request: Request): Promise<Response> => {
      asked.push(request.url)
      return new Response(null, { status: 404 })
    }
    for (const [bucket, region] of [
      ['films', 'eu-west-1'],
      ['films.example', 'us-east-1'],
      ['films', 'cn-north-1'],
    ] as const)
      await s3Store({ ...place, endpoint: null, bucket, region }, listen).size('a')
    expect(asked).toEqual([
      'https://films.s3.eu-west-1.amazonaws.com/raw/2026/a',
      'https://s3.us-east-1.amazonaws.com/films.example/raw/2026/a',
      'https://films.s3.cn-north-1.amazonaws.com.cn/raw/2026/a',
    ])
  })
})
