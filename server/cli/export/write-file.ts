import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandFailure } from '../failure.ts'

/**
 * Writes text as it comes, into a file that has its name only when it is complete, or to standard output (null).
 *
 * @throws CommandFailure for a file that cannot be written
 */
export async function writeText(chunks: AsyncIterable<string>, path: string | null, gzip: boolean): Promise<void> {
  const source = Readable.from(chunks, { objectMode: false, encoding: 'utf8' })
  if (path === null) {
    if (gzip) await pipeline(source, createGzip(), process.stdout, { end: false })
    else await pipeline(source, process.stdout, { end: false })
    return
  }
  const place = await placeOf(path)
  const draft = place.isFile ? `${place.path}.part` : null
  try {
    const target = createWriteStream(draft ?? place.path)
    if (gzip) await pipeline(source, createGzip(), target)
    else await pipeline(source, target)
    if (draft !== null) await rename(draft, place.path)
  } catch (error) {
    if (draft !== null) await rm(draft, { force: true })
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}`)
  }
}

/** Where a path leads. What is there and no file, a device or a pipe, takes the text itself: nothing is put in its place. */
async function placeOf(path: string): Promise<{ readonly path: string; readonly isFile: boolean }> {
  try {
    const real = await realpath(path)
    const found = await stat(real)
    return { path: real, isFile: found.isFile() || found.isDirectory() }
  } catch {
    return { path, isFile: true }
  }
}
