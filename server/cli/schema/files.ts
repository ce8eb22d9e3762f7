import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { CommandConsole } from '../command.ts'
import { CommandFailure } from '../failure.ts'

/** The text of a file; of standard input for `-`. */
export async function readText(file: string, { readInput }: Pick<CommandConsole, 'readInput'>): Promise<string> {
  if (file === '-') return readInput()
  const bytes = await readFile(file).catch((error) => {
    throw fileFailure(error, `cannot read ${file}`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandFailure(`cannot read ${file}: expected text in UTF-8`)
  }
}

/** How a file is called in messages. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file
}

/** Writes a file as a whole or not at all; false when it holds the text already. */
export async function writeText(file: string, text: string): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return false
  const draft = `${file}.${process.pid}.new`
  try {
    await writeFile(draft, text)
    await rename(draft, file)
    return true
  } catch (error) {
    throw fileFailure(error, `cannot write ${file}`)
  }
}

export function beside(file: string, name: string): string {
  return join(dirname(file), name)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

function fileFailure(error: unknown, what: string): CommandFailure {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new CommandFailure(`${what}: ${REASONS[code] ?? message}`)
}
