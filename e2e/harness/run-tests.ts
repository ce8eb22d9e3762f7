import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type Count, formatCount, NOTHING } from './count.ts'
import { scratchFolder } from './run-folder.ts'
import { ROOT } from './servers.ts'

/**
 * `npm test`: types, lint and all tests, each to its end whatever the others say. The last line is the sum, in which
 * types, lint and the check of the rules count as one test each.
 */
const tests = vitest(process.argv.slice(2), [step('types'), step('lint'), step('rules')])
console.log(formatCount(tests))
process.exitCode = tests.failed > 0 || tests.passed === 0 ? 1 : 0

function step(script: string): boolean {
  return run('npm', ['run', '--silent', script])
}

function vitest(args: readonly string[], steps: readonly boolean[]): Count {
  const file = join(scratchFolder('count'), 'count.json')
  const succeeded = run('vitest', ['run', ...args], { MARQUEE_COUNT_FILE: file })
  const { passed, failed, skipped } = readCount(file)
  const stepsFailed = steps.filter((ok) => !ok).length
  return {
    passed: passed + steps.length - stepsFailed,
    // a runner that fails without a failed test has still failed
    failed: Math.max(failed, succeeded ? 0 : 1) + stepsFailed,
    skipped,
  }
}

function readCount(file: string): Count {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Count
  } catch {
    return { ...NOTHING, failed: 1 }
  }
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}
