import { writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter, TestModule } from 'vitest/node'
import { type Count, formatCount, NOTHING } from './count.ts'
import { removeLeftovers } from './run-folder.ts'

/**
 * Ends a run with one plain line, `N passed, N failed, N skipped`, or leaves the count to whoever asked for it in a
 * file. A run without tests has failed.
 */
export default class PlainCount implements Reporter {
  constructor() {
    // test processes are ended without a word and cannot tidy up after themselves
    process.on('exit', removeLeftovers)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = total(modules, unhandled.length)
    if (count.failed > 0 || count.passed === 0) process.exitCode = 1
    const { MARQUEE_COUNT_FILE: file } = process.env
    if (file) writeFileSync(file, JSON.stringify(count))
    else console.log(formatCount(count))
  }
}

function total(modules: readonly TestModule[], faults: number): Count {
  const count = { ...NOTHING, failed: faults }
  for (const module of modules) {
    // a file that could not be loaded has no tests to fail
    if (module.errors().length > 0) count.failed += 1
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      count[state === 'pending' ? 'failed' : state] += 1
    }
  }
  return count
}
