import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskFolder } from '../../../runtime/disk-store.ts'
import { bodyOf, bytesOf, expectBlobStore } from './test-store.ts'

let base: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'marquee-disk-'))
})
afterAll(() => rm(base, { recursive: true, force: true }))

describe('a disk', () => {
  it('[F2] keeps objects, and nothing of what breaks off', async () => {
    const { path, store } = diskFolder(base, 'files')
    expect(path).toBe(join(base, 'files'))
    await expectBlobStore(store, 3 * 1024 * 1024)
    expect((await readdir(path, { recursive: true })).toSorted()).toEqual(['empty', 'large.mp4'])
  })

  it('[F2] refuses a body of another size than was told, and keeps what was there', async () => {
    const { store } = diskFolder(base, 'sizes')
    const about = { size: 3, contentType: 'text/plain' }
    await store.put('x', bodyOf(bytesOf(3)), about)
    await expect(store.put('x', bodyOf(bytesOf(4)), about)).rejects.toThrow('4 bytes came instead of 3')
    expect(await store.size('x')).toBe(3)
  })

  it('[F2] takes names as long as a file’s name may be', async () => {
    const { store } = diskFolder(base, 'long')
    const name = `folder/${'x'.repeat(255)}`
    await store.put(name, bodyOf(bytesOf(3)), { size: 3, contentType: 'text/plain' })
    expect(await store.size(name)).toBe(3)
  })

  it('[F2] removes along what a writer left that did not come to its end', async () => {
    const { path, store } = diskFolder(base, 'left')
    await store.put('folder/x', bodyOf(bytesOf(3)), { size: 3, contentType: 'text/plain' })
    const part = join(path, 'folder', `.${crypto.randomUUID()}.part`)
    await writeFile(part, 'half')
    await utimes(part, 0, 0)
    await store.remove('folder/x')
    expect(await readdir(path)).toEqual([])
  })

  it.each(['', '..', 'a/../../b', '/a', 'a//b', 'a/\0'])('[F4] has no object at %j', async (key) => {
    await expect(diskFolder(base, 'files').store.size(key)).rejects.toThrow('not a key')
  })
})
