import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { FileFault } from '../../import/file-row.ts'
import { CommandFailure } from '../failure.ts'
import { otherFile, TELLING_BYTES } from './other-files.ts'

/** A file as it lies on disk, to be read several times. */
export interface SourceFile {
  /** For people. */
  readonly name: string
  /** SHA-256 of its bytes. */
  readonly digest: string
  /** True for a path that leads to the same file. */
  readonly isAt: (path: string) => Promise<boolean>
  /** Its bytes, uncompressed. */
  readonly open: () => AsyncIterable<Uint8Array>
  /** Takes away what was made to read it. */
  readonly close: () => Promise<void>
}

/**
 * Opens a file; `-` is standard input, which is put into a file first, since an import reads twice.
 *
 * @throws CommandFailure for one that cannot be read
 */
export async function openSource(path: string): Promise<SourceFile> {
  if (path !== '-') return sourceOf(path, basename(path), async () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'marquee-import-'))
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'input')
    await finished(process.stdin, createWriteStream(copy, { mode: 0o600 }))
    return await sourceOf(copy, 'standard input', close)
  } catch (error) {
    await close()
    throw error
  }
}

async function sourceOf(path: string, name: string, close: SourceFile['close']): Promise<SourceFile> {
  try {
    if ((await stat(path)).isDirectory()) throw new CommandFailure(`${name} is a folder`)
    const first = await firstBytes(path)
    const other = otherFile(first)
    if (other !== null) throw new CommandFailure(`${name} is ${other}`)
    const gzipped = isGzipped(first)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
    return {
      name,
      digest: hash.digest('hex'),
      isAt: (other) => isSameFile(path, other),
      open: () => bytesOf(path, gzipped),
      close,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new CommandFailure(`there is no file ${path}`)
    if (code === 'EACCES') throw new CommandFailure(`the file ${path} may not be read`)
    throw error
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other).catch(() => null)])
  return b !== null && a.dev === b.dev && a.ino === b.ino
}

/** By its first two bytes (RFC 1952): names may say anything. */
function isGzipped(first: Buffer): boolean {
  return first[0] === 0x1f && first[1] === 0x8b
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const CHUNK = 256 * 1024

async function* bytesOf(path: string, gzipped: boolean): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK })
  const bytes = gzipped ? pipeline(file, createGunzip({ chunkSize: CHUNK }), () => undefined) : file
  try {
    for await (const chunk of bytes) yield chunk as Uint8Array
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_')) throw new FileFault(`cannot be uncompressed: ${(error as Error).message}`)
    throw error
  }
}
