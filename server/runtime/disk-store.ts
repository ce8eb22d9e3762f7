import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { BlobStore, ByteRange } from '../services/files/blob-stores/blob-store.ts'
import type { DiskFolder } from '../services/files/means.ts'

const PIECE = 256 * 1024

/** A folder as a store of objects. What is being written has a name of its own until it is whole. */
export function diskFolder(base: string, folder: string): DiskFolder {
  const root = resolve(base, folder)
  return { path: root, store: diskStore(root) }
}

function diskStore(root: string): BlobStore {
  return {
    put: async (key, body, { size }) => {
      const path = pathOf(root, key)
      // beside it, under a name that is short whatever the object's is
      const part = join(dirname(path), `.${randomUUID()}.part`)
      try {
        const file = await create(part)
        try {
          const written = await writeAll(file, body)
          if (size !== null && written !== size) throw new Error(`${written} bytes came instead of ${size}`)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
      } catch (error) {
        await body.cancel(error).catch(() => undefined)
        await rm(part, { force: true })
        await removeEmpty(root, dirname(path))
        throw error
      }
    },
    get: async (key, range) => {
      const file = await absent(() => open(pathOf(root, key), constants.O_RDONLY))
      if (file === null) return null
      const { size } = await file.stat()
      const last = Math.min(range?.to ?? size - 1, size - 1)
      return { body: reading(file, { from: range?.from ?? 0, to: last }), size }
    },
    size: async (key) => {
      const found = await absent(() => stat(pathOf(root, key)))
      return found?.isFile() ? found.size : null
    },
    remove: async (key) => {
      const path = pathOf(root, key)
      await rm(path, { force: true })
      await removeLeft(dirname(path))
      await removeEmpty(root, dirname(path))
    },
  }
}

const PART = /^\.[0-9a-f-]{36}\.part$/
/** Longer than anything takes to be written. */
const LEFT_MS = 24 * 60 * 60 * 1000

/** What a writer left that was ended in the middle. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of (await absent(() => readdir(folder))) ?? []) {
    if (!PART.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = (await absent(() => stat(path))) ?? { mtimeMs: Number.POSITIVE_INFINITY }
    if (Date.now() - mtimeMs > LEFT_MS) await rm(path, { force: true })
  }
}

/** Keys are made by the program; one that leads elsewhere is a fault in it. */
function pathOf(root: string, key: string): string {
  const parts = key.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0')))
    throw new Error(`not a key: ${JSON.stringify(key)}`)
  return join(root, ...parts)
}

/** Another one may remove the empty folder between its making and the file's. */
async function create(path: string): Promise<FileHandle> {
  for (let left = 5; ; left--) {
    const attempt = async (): Promise<FileHandle> => {
      await makeFolder(dirname(path))
      return open(path, 'wx')
    }
    const file = await (left === 0 ? attempt() : absent(attempt))
    if (file !== null) return file
  }
}

/** With those above it. Node's own way goes round for ever where one above can be neither found nor made. */
async function makeFolder(path: string): Promise<void> {
  const above = dirname(path)
  try {
    await mkdir(path)
  } catch (error) {
    if (isFault(error, 'EEXIST')) return
    if (above === path || !isFault(error, 'ENOENT')) throw error
    await makeFolder(above)
    await mkdir(path).catch((again) => {
      if (!isFault(again, 'EEXIST')) throw again
    })
  }
}

function isFault(error: unknown, code: string): boolean {
  return (error as { readonly code?: string }).code === code
}

async function writeAll(file: FileHandle, body: ReadableStream<Uint8Array>): Promise<number> {
  let written = 0
  for await (const piece of body) {
    for (let at = 0; at < piece.byteLength; ) at += (await file.write(piece, at)).bytesWritten
    written += piece.byteLength
  }
  return written
}

function reading(file: FileHandle, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let at = from
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const wanted = Math.min(PIECE, to - at + 1)
        const { bytesRead, buffer } =
          wanted > 0 ? await file.read(new Uint8Array(wanted), 0, wanted, at) : { bytesRead: 0, buffer: null }
        if (bytesRead === 0 || buffer === null) {
          await file.close()
          if (wanted > 0) controller.error(new Error('the file became shorter while it was read'))
          else controller.close()
          return
        }
        at += bytesRead
        controller.enqueue(buffer.subarray(0, bytesRead))
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let path = folder; path.length > root.length && path.startsWith(root); path = dirname(path)) {
    try {
      await rmdir(path)
    } catch {
      return
    }
  }
}

/** What `work` gives; null where there is no such file. */
async function absent<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
