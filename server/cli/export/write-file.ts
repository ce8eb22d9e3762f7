import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
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
  const draft = `${path}.part`
  try {
    const target = createWriteStream(draft)
    if (gzip) await pipeline(source, createGzip(), target)
    else await pipeline(source, target)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    throw new CommandFailure(`${path} cannot be written: ${(error as Error).message}`)
  }
}
