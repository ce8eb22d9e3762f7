import { writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter, TestModule } from 'vitest/node'
import { type Count, formatCount, NOTHING } from './count.ts'
import { removeLeftovers } from './run-folder.ts'

interface Told {
  readonly message: string
}

/**
 * Ends a run with one plain line, `N passed, N failed, N skipped`, or leaves the count to whoever asked for it in a
 * file. A run without tests has failed.
 */
export default class PlainCount implements Reporter {
  constructor() {
    // test processes are ended without a word and cannot tidy up after themselves
    process.on('exit', removeLeftovers)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Told[]): void {
    const count = total(modules, unhandled)
    if (count.failed > 0 || count.passed === 0) process.exitCode = 1
    const { MARQUEE_COUNT_FILE: file } = process.env
    if (file) writeFileSync(file, JSON.stringify(count))
    else console.log(formatCount(count))
  }
}

function total(modules: readonly TestModule[], faults: readonly Told[]): Count {
  const count = { ...NOTHING, failed: 0 }
  const failures: string[] = []
  const retried: string[] = []
  const fail = (name: string, errors: readonly Told[] = []) => {
    count.failed += 1
    failures.push([name, ...errors.slice(0, 1).map(({ message }) => message)].join('\n  '))
  }
  for (const fault of faults) fail('outside the tests', [fault])
  for (const module of modules) {
    const file = `[${module.project.name}] ${module.relativeModuleId}`
    // a file that could not be loaded has no tests to fail
    if (module.errors().length > 0) fail(file, module.errors())
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'passed' || state === 'skipped') count[state] += 1
      else fail(`${file} > ${test.fullName}`, errors)
      if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) retried.push(`${file} > ${test.fullName}`)
    }
  }
  return { ...count, failures, retried }
}
