import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { processStart } from './process-start.ts'

/** The data folder belongs to another running process. */
export class DataDirLocked extends Error {
  constructor(dataDir: string, holder: Holder) {
    const where = holder.host === hostname() ? '' : ` on ${holder.host}`
    super(`DATA_DIR: ${resolve(dataDir)} is in use by process ${holder.pid}${where}; stop it or give another folder`)
    this.name = 'DataDirLocked'
  }
}

interface Holder {
  readonly pid: number
  /** When the process began, in the words of its system: a later process with the same number differs in it. */
  readonly start: string
  readonly host: string
}

const HEARTBEAT_MS = 5000
const SILENCE_MS = 4 * HEARTBEAT_MS

/**
 * Takes the folder for this process, since PGlite itself would let two of them write into it [G2]. A lock whose
 * process is gone is taken over; on another host, where processes cannot be asked, when its heartbeat stopped.
 * @returns releases the lock; calling it twice does no harm
 * @throws DataDirLocked
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'marquee.lock')
  const own = JSON.stringify({ pid: process.pid, start: processStart(process.pid) ?? '', host: hostname() })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, own)
  try {
    // a link appears whole or not at all, and never over another one
    while (!tryLink(draft, path)) removeStale(dataDir, path)
  } finally {
    rmSync(draft, { force: true })
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    if (read(path) === own) rmSync(path, { force: true })
  }
}

function removeStale(dataDir: string, path: string): void {
  const text = read(path)
  if (text === null) return
  const holder = parse(text)
  if (holder !== null && isAlive(holder, path)) throw new DataDirLocked(dataDir, holder)
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  // another process may have replaced the stale lock by its own since it was read
  if (read(aside) !== text) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < SILENCE_MS
  if (holder.pid === process.pid) return false
  return processStart(holder.pid) === holder.start
}

function parse(text: string): Holder | null {
  try {
    const { pid, start, host } = JSON.parse(text) as Record<string, unknown>
    return typeof pid === 'number' && typeof start === 'string' && typeof host === 'string'
      ? { pid, start, host }
      : null
  } catch {
    return null
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // the folder was removed: nothing left to guard
  }
}
