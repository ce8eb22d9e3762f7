import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { processStart } from '../../server/runtime/process-start.ts'

const BASE = join(tmpdir(), 'marquee-tests')

let own: string | undefined

/**
 * This process's folder for what tests leave on disk and in the process table. Folders of processes that were killed
 * before they could clean up are removed first, with what they had started.
 */
export function runFolder(): string {
  if (own !== undefined) return own
  removeLeftovers()
  mkdirSync(BASE, { recursive: true })
  const folder = mkdtempSync(join(BASE, 'run-'))
  writeFileSync(join(folder, 'owner'), identity(process.pid))
  mkdirSync(join(folder, 'started'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  own = folder
  return folder
}

/** A new folder below this process's own. */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(runFolder(), `${prefix}-`))
}

/** Remembers a process group that was started, so that a later run can end it should this one be killed. */
export function noteStarted(pid: number): void {
  writeFileSync(join(runFolder(), 'started', String(pid)), identity(pid))
}

export function noteStopped(pid: number): void {
  rmSync(join(runFolder(), 'started', String(pid)), { force: true })
}

/** Ends and removes what processes that are gone have left. */
export function removeLeftovers(): void {
  for (const name of list(BASE)) removeLeftover(join(BASE, name))
}

function removeLeftover(folder: string): void {
  const owner = read(join(folder, 'owner'))
  if (owner !== null && isRunning(owner)) return
  for (const pid of list(join(folder, 'started'))) {
    const started = read(join(folder, 'started', pid))
    if (started !== null && isRunning(started)) endGroup(Number(pid))
  }
  rmSync(folder, { recursive: true, force: true })
}

export function endGroup(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // it ended by itself
  }
}

/** Process number and start: a later process with the same number is another one. */
function identity(pid: number): string {
  return `${pid} ${processStart(pid)}`
}

function isRunning(known: string): boolean {
  return identity(Number(known.split(' ')[0])) === known
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
