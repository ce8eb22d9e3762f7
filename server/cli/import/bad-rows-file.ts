import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { BadRow } from '../../import/run-import.ts'
import { CommandFailure } from '../failure.ts'

const SHOWN = 10

/** Where rows go that were not imported: a line of JSON for each, so that none is lost. */
export class BadRowsFile {
  readonly path: string | null
  /** The first of them, for people. */
  readonly first: BadRow[] = []
  #file: FileHandle | null = null
  #length = 0

  /** Null: they are shown and not kept. */
  constructor(path: string | null) {
    this.path = path
  }

  /** Goes on behind what an earlier run is known to have written. */
  begin(length: number): void {
    this.#length = length
  }

  /** Gives the length of the file. */
  async keep(rows: readonly BadRow[]): Promise<number> {
    this.first.push(...rows.slice(0, SHOWN - this.first.length))
    if (this.path === null) return 0
    if (this.#file === null) {
      // whoever took the earlier file away has seen what was in it
      if (!existsSync(this.path)) this.#length = 0
      this.#file = await openAt(this.path, this.#length)
    }
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(described(row))}\n`).join(''))
    await writeAll(this.#file, bytes, this.#length, this.path)
    this.#length += bytes.length
    return this.#length
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }
}

/** The row as it came; bytes that are no text in base64. */
function described({ line, reasons, raw }: BadRow): Readonly<Record<string, unknown>> {
  return typeof raw === 'string'
    ? { line, reasons, row: raw }
    : { line, reasons, bytes: Buffer.from(raw).toString('base64') }
}

/** All of it or an error: a file system that is nearly full takes a part. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number, path: string): Promise<void> {
  try {
    for (let at = 0; at < bytes.length; ) {
      at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
    }
  } catch (error) {
    throw unwritable(path, error)
  }
}

function unwritable(path: string, error: unknown): CommandFailure {
  const why = (error as Error).message
  return new CommandFailure(
    `rows that are not imported cannot be written to ${path}: ${why}; the same command goes on once they can`,
  )
}

async function openAt(path: string, length: number): Promise<FileHandle> {
  try {
    const file = await open(path, length === 0 ? 'w' : 'r+')
    // a device or a pipe has no length
    if ((await file.stat()).isFile()) await file.truncate(length)
    return file
  } catch (error) {
    throw unwritable(path, error)
  }
}
