import process from 'node:process'
import type { Reporter, TestModule } from 'vitest/node'
import { removeLeftovers } from './run-folder.ts'

/** Ends a run with one plain line, `N passed, N failed, N skipped`, and counts a run without tests as failed. */
export default class PlainCount implements Reporter {
  constructor() {
    // test processes are ended without a word and cannot tidy up after themselves
    process.on('exit', removeLeftovers)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      // a file that could not be loaded has no tests to fail
      if (module.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state === 'pending' ? 'failed' : state] += 1
      }
    }
    if (count.passed + count.failed === 0 || count.failed > 0) process.exitCode = 1
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
