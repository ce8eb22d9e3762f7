import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { CommandConsole } from '../command.ts'
import { CommandFailure } from '../failure.ts'

/** The text of a file; of standard input for `-`. */
export async function readText(file: string, { readInput }: Pick<CommandConsole, 'readInput'>): Promise<string> {
  const bytes =
    file === '-'
      ? await readInput()
      : await readFile(file).catch((error) => {
          throw fileFailure(error, `cannot read ${file}`)
        })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandFailure(`cannot read ${nameOf(file)}: expected text in UTF-8`)
  }
}

/** How a file is called in messages. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file
}

/**
 * Writes a file as a whole or not at all, where a link leads to; false when it holds the text already. A pipe or a device
 * is written to.
 */
export async function writeText(file: string, text: string): Promise<boolean> {
  try {
    if (!(await isReplaceable(file))) {
      await writeFile(file, text)
      return true
    }
    const target = await realpath(file).catch(() => file)
    if ((await readFile(target, 'utf8').catch(() => null)) === text) return false
    await replace(target, text)
    return true
  } catch (error) {
    throw fileFailure(error, `cannot write ${file}`)
  }
}

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`
  try {
    await writeFile(draft, text)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Whether there is a file, or nothing yet. */
async function isReplaceable(file: string): Promise<boolean> {
  const there = await stat(file).catch(() => null)
  return there === null || there.isFile()
}

/** Writes another file into the folder of one that was written; beside a pipe or a device there is none. */
export async function writeBeside(file: string, name: string, text: string): Promise<void> {
  if (await isReplaceable(file)) await writeText(join(dirname(file), name), text)
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
