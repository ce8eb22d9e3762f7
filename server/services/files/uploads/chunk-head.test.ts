import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../errors.ts'
import { chunkHead, MAX_CHUNK_BYTES } from './chunk-head.ts'

const head = (headers: Readonly<Record<string, string>>) =>
  chunkHead(new Headers({ 'content-range': 'bytes 0-9/20', ...headers }))

function problem(headers: Readonly<Record<string, string>>): unknown {
  try {
    return head(headers)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [{ code, header } = {}] = error.problems
    return [code, header]
  }
}

describe('the head of a chunk', () => {
  it('[F1] tells place, size, total and type', () => {
    expect(head({ 'content-type': 'Video/MP4; x=y', 'x-chunk-size': '10' })).toEqual({
      from: 0,
      size: 10,
      total: 20,
      md5: null,
      isRaw: false,
      contentType: 'video/mp4',
    })
    expect(head({ 'content-range': 'BYTES 10-19/*' })).toMatchObject({ from: 10, size: 10, total: null })
    expect(head({ 'content-range': 'bytes */0', 'x-chunk-size': '0' })).toMatchObject({ from: 0, size: 0, total: 0 })
  })

  it('[F1] takes an MD5 in base64 and in hexadecimal', () => {
    const hash = createHash('md5').update('chunk').digest()
    expect(head({ 'content-md5': hash.toString('base64') }).md5).toBe(hash.toString('hex'))
    expect(head({ 'content-md5': hash.toString('hex').toUpperCase() }).md5).toBe(hash.toString('hex'))
    expect(head({ 'content-md5': ' ' }).md5).toBeNull()
  })

  it('[F1.a] tells bytes from base64', () => {
    expect(head({ 'content-type': 'application/offset+octet-stream' })).toMatchObject({
      isRaw: true,
      contentType: null,
    })
    expect(head({ 'content-type': 'application/octet-stream' })).toMatchObject({ isRaw: false, contentType: null })
    expect(head({ 'content-type': 'nonsense' })).toMatchObject({ isRaw: false, contentType: null })
  })

  it.each([
    '',
    'bytes',
    'bytes 0-9',
    'bytes 9-0/20',
    'bytes 0-20/20',
    'bytes -5/20',
    'bytes 0-9/-1',
    'items 0-9/20',
    'bytes */20',
    'bytes 0-9007199254740992/*',
    'bytes 0-9/9999999999999999',
    'bytes 0-9/20, bytes 10-19/20',
    'bytes 0x0-0x9/20',
  ])('[F1] is not %j', (range) => {
    expect(problem({ 'content-range': range })).toEqual(['PARAMETER', 'Content-Range'])
  })

  it('[F1] is complete', () => {
    expect(() => chunkHead(new Headers())).toThrow('expected bytes <first>-<last>/<total>')
  })

  it('[F1] agrees with itself and is bounded', () => {
    expect(problem({ 'x-chunk-size': '11' })).toEqual(['PARAMETER', 'X-Chunk-Size'])
    expect(problem({ 'x-chunk-size': 'x' })).toEqual(['PARAMETER', 'X-Chunk-Size'])
    for (const md5 of ['x', 'AAAA', 'a'.repeat(31), `${'A'.repeat(22)}=`, `${'A'.repeat(21)}B==`]) {
      expect(problem({ 'content-md5': md5 })).toEqual(['PARAMETER', 'Content-MD5'])
    }
    expect(head({ 'content-range': `bytes 0-${MAX_CHUNK_BYTES - 1}/*` }).size).toBe(MAX_CHUNK_BYTES)
    expect(problem({ 'content-range': `bytes 0-${MAX_CHUNK_BYTES}/*` })).toEqual(['TOO_LARGE', 'Content-Range'])
  })
})
