import { join } from 'node:path'
import { startChild } from './child.ts'
import { baseEnvironment, ROOT } from './servers.ts'

const shared = globalThis as { marqueeShell?: Promise<void> }

/** Builds the shell unless its last build is newer than its sources; once for all projects of a run. */
export function buildShell(): Promise<void> {
  shared.marqueeShell ??= build()
  return shared.marqueeShell
}

async function build(): Promise<void> {
  const node = join(ROOT, 'node_modules/.bin/node')
  const child = startChild(node, ['shell/build.ts', '--if-stale'], { cwd: ROOT, env: baseEnvironment() })
  if ((await child.exited) !== 0) throw new Error(`the shell was not built:\n${child.output()}`)
}
