import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import config from '../../vitest.config.ts'
import { type Count, failedAs, formatCount, PASSED, sumOf } from './count.ts'
import { scratchFolder } from './run-folder.ts'
import { ROOT } from './servers.ts'
import { buildShell } from './shell-build.ts'
import { type Job, sideBySide } from './side-by-side.ts'

/**
 * `npm test`: types, lint and all tests, each to its end whatever the others say. At the end stands what
 * failed and, as the last line, the sum, in which types, lint and the check of the rules count as one test each. Each
 * project of tests is a run of its own, one more at a time than there are processors, since each waits a tenth of its
 * time; what one wrote is shown when it has ended. With arguments it is one run of vitest.
 */
const folder = scratchFolder('count')
const args = process.argv.slice(2)
const projects = config.test?.projects?.map((project) => (project as { test: { name: string } }).test.name) ?? []
const tests = args.length > 0 ? [vitest('tests', args)] : projects.map((name) => vitest(name, ['--project', name]))
const steps = ['types', 'lint', 'rules'].map(step)

// whoever needs the shell finds it built
await buildShell()
const sum = sumOf(await sideBySide([...tests, ...steps], availableParallelism() + 1))
console.log(formatCount(sum))
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0

function step(script: string): Job<Count> {
  return {
    name: script,
    run: async () => ((await run(script, 'npm', ['run', '--silent', script])) ? PASSED : failedAs(script)),
  }
}

function vitest(name: string, args: readonly string[]): Job<Count> {
  const file = join(folder, `${name}.json`)
  return {
    name,
    run: async () => {
      const succeeded = await run(name, 'vitest', ['run', ...args], {
        MARQUEE_COUNT_FILE: file,
        // it outlasts a moment of a busy machine, and tells which tests needed it
        MARQUEE_RETRIES: '1',
      })
      const count = readCount(file) ?? failedAs(`${name}: it did not come to its end`)
      // a runner that fails without a failed test has still failed
      return succeeded || count.failed > 0 ? count : sumOf([count, failedAs(name)])
    },
  }
}

function readCount(file: string): Count | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Count
  } catch {
    return undefined
  }
}

/** Runs a program to its end and then shows what it wrote; gives whether it succeeded. */
async function run(
  name: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const started = performance.now()
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const written: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => void written.push(bytes))
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(
    Buffer.concat([...written, Buffer.from(`== ${name}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s\n\n`)]),
  )
  return code === 0
}
