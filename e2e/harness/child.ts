import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import process from 'node:process'
import { endGroup, noteStarted, noteStopped } from './run-folder.ts'

export interface Child {
  readonly pid: number
  /** All it wrote so far, both streams. */
  readonly output: () => string
  readonly stdout: () => string
  readonly stderr: () => string
  readonly exited: Promise<number | null>
  /** Sends a signal to the process alone. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Ends it and what it started: asks, waits a while, then insists. */
  readonly stop: () => Promise<void>
}

interface ChildOptions {
  readonly cwd?: string
  /** The whole environment, nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly user?: number
}

const PATIENCE_MS = 5000
const running = new Set<Child>()
process.on('exit', () => {
  for (const child of running) endGroup(child.pid)
})

/** Starts a program in a process group of its own. */
export function startChild(program: string, args: readonly string[], options: ChildOptions): Child {
  const { cwd, env, user } = options
  const started = spawn(program, args, {
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  const { pid } = started
  if (pid === undefined) throw new Error(`cannot start ${program}`)
  noteStarted(pid)
  const written = collect(started)
  const exited = new Promise<number | null>((resolve) => {
    started.on('close', (code) => {
      running.delete(child)
      noteStopped(pid)
      resolve(code)
    })
  })
  const child: Child = {
    pid,
    output: () => written.all,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    exited,
    signal: (signal) => void started.kill(signal),
    stop: async () => {
      endGroup(pid, 'SIGTERM')
      const insist = setTimeout(() => endGroup(pid), PATIENCE_MS)
      await exited
      clearTimeout(insist)
      endGroup(pid)
    },
  }
  running.add(child)
  return child
}

function collect({ stdout, stderr }: ChildProcess): { all: string; stdout: string; stderr: string } {
  const written = { all: '', stdout: '', stderr: '' }
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.all += text
    written.stdout += text
  })
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.all += text
    written.stderr += text
  })
  return written
}

/** Waits until `ready` says yes; fails with the child's output when it ends first or takes too long. */
export async function whenReady(child: Child, ready: () => Promise<boolean>, limitMs = 180_000): Promise<void> {
  const deadline = Date.now() + limitMs
  let ended = false
  void child.exited.then(() => {
    ended = true
  })
  while (!(await ready().catch(() => false))) {
    if (ended) throw new Error(`it ended before it was ready:\n${child.output()}`)
    if (Date.now() > deadline) {
      await child.stop()
      throw new Error(`it was not ready within ${limitMs} ms:\n${child.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** A TCP port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
