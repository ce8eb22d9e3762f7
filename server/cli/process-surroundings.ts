import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { buffer } from 'node:stream/consumers'
import packageFacts from '../../package.json' with { type: 'json' }
import { EXIT } from './exit-codes.ts'
import type { Surroundings } from './run.ts'

/** A statement under way is waited for so long after a signal; a second signal waits for nothing. */
const PATIENCE_MS = 10_000

export function processSurroundings(): Surroundings {
  const interruption = new AbortController()
  const { stdin, stdout, stderr, env } = process
  return {
    stdout,
    stderr,
    env,
    version: packageFacts.version,
    now: () => performance.now(),
    onSignal: () => {
      abortOnSignals(interruption)
      return interruption.signal
    },
    confirm: stdin.isTTY && stderr.isTTY ? (question) => confirm(question, interruption.signal) : null,
    readInput: () => buffer(stdin),
  }
}

function abortOnSignals(interruption: AbortController): void {
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted)
    interruption.abort()
    setTimeout(() => process.exit(EXIT.interrupted), PATIENCE_MS).unref()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
}

async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  const { stdin, stderr } = process
  const lines = createInterface({ input: stdin, output: stderr })
  // a terminal in line mode sends Ctrl-C to whoever reads the line
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
