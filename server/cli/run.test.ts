import { describe, expect, it } from 'vitest'
import { ConfigError } from '../config.ts'
import { AppError } from '../errors.ts'
import { command, commandGroup } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { CommandFailure } from './failure.ts'
import { groupOf, ran } from './test-surroundings.ts'

let seen: unknown
const copy = command({
  description: 'Copies.',
  options: {
    deep: { type: 'flag', short: 'd', description: 'with all below' },
    format: { type: 'text', value: 'FORMAT', choices: ['csv', 'json'], default: 'csv', description: 'how' },
    name: { type: 'text', value: 'NAME', description: 'what name' },
    rows: { type: 'integer', value: 'N', min: 1, max: 9, description: 'how many' },
    only: { type: 'list', value: 'TYPE', description: 'which' },
  },
  args: {
    from: { description: 'from where' },
    to: { description: 'where to', optional: true },
  },
  examples: [{ line: 'copy a b', what: 'copies a to b' }],
  run: async ({ options, args, output }) => {
    seen = { options: { ...options, json: undefined, quiet: undefined, help: undefined }, args }
    // the declaration gives the types
    const format: 'csv' | 'json' = options.format
    const rows: number | null = options.rows
    output.note('copying')
    output.result(`copied as ${format}, ${rows}`, { format, rows })
    return undefined
  },
})
const failing = (error: unknown) => command({ options: {}, args: {}, examples: [], run: () => Promise.reject(error) })

const marquee = groupOf({
  copy,
  files: commandGroup({ examples: [], commands: [{ name: 'copy', summary: 'copies files', load: async () => copy }] }),
})

describe('a command line', () => {
  it('gives options and arguments, with defaults for what is absent', async () => {
    expect(await ran(['copy', 'a'], marquee)).toEqual({ code: 0, stdout: 'copied as csv, null\n', stderr: 'copying\n' })
    expect(seen).toEqual({
      options: { deep: false, format: 'csv', name: null, rows: null, only: [] },
      args: { from: 'a', to: null },
    })
  })

  it('takes options anywhere, joined, short and several times, and anything after two dashes', async () => {
    const words = ['files', 'copy', '-d', '--format=json', '--only', 'x', '--only=-y', '--rows', '3', '--', '-a', 'b']
    expect((await ran(words, marquee)).code).toBe(0)
    expect(seen).toEqual({
      options: { deep: true, format: 'json', name: null, rows: 3, only: ['x', '-y'] },
      args: { from: '-a', to: 'b' },
    })
  })

  it.each([
    [['cpoy'], 'there is no command cpoy; did you mean copy? (see marquee --help)'],
    [['nonsense'], 'there is no command nonsense (see marquee --help)'],
    [['files'], 'marquee files needs a command: copy (see marquee files --help)'],
    [['files', 'cop'], 'there is no command files cop; did you mean copy? (see marquee files --help)'],
    [['--deep'], 'there is no option --deep (see marquee --help)'],
    [['--versoin'], 'there is no option --versoin; did you mean --version? (see marquee --help)'],
    [['help', 'cpoy'], 'there is no command cpoy; did you mean copy? (see marquee --help)'],
    [['help', 'files', 'cop'], 'there is no command files cop; did you mean copy? (see marquee files --help)'],
    [['--quiet', 'nonsense'], 'there is no command nonsense (see marquee --help)'],
    [['-q', 'files', '-q'], 'marquee files needs a command: copy (see marquee files --help)'],
    [['copy'], 'the argument FROM is missing (see marquee copy --help)'],
    [['copy', 'a', 'b', 'c'], 'one argument too many: "c" (see marquee copy --help)'],
    [['copy', 'a', '--fromat=csv'], 'there is no option --fromat; did you mean --format? (see marquee copy --help)'],
    [['copy', 'a', '--constructor'], 'there is no option --constructor (see marquee copy --help)'],
    [['copy', 'a', '-x'], 'there is no option -x (see marquee copy --help)'],
    [['copy', 'a', '--format', 'cvs'], '--format: expected csv, json; did you mean csv? (see marquee copy --help)'],
    [['copy', 'a', '--name'], '--name needs a value: --name NAME (see marquee copy --help)'],
    [['copy', 'a', '--name', '--deep'], '--name needs a value: --name NAME (see marquee copy --help)'],
    [
      ['copy', 'a', '--name', '-size'],
      '--name needs a value: --name NAME; one that begins with a dash is --name=-size (see marquee copy --help)',
    ],
    [['copy', 'a', '--name=x', '--name=y'], '--name is given twice (see marquee copy --help)'],
    [['copy', 'a', '--deep=yes'], '--deep takes no value (see marquee copy --help)'],
    [['copy', 'a', '--rows=10'], '--rows: expected a whole number from 1 to 9 (see marquee copy --help)'],
    [['copy', 'a', '--rows=2x'], '--rows: expected a whole number from 1 to 9 (see marquee copy --help)'],
  ])('that is wrong ends with 2 and one line: %j', async (words, line) => {
    expect(await ran(words, marquee)).toEqual({ code: EXIT.usage, stdout: '', stderr: `marquee: ${line}\n` })
  })

  it('writes JSON and nothing else to standard output, results and failures alike', async () => {
    const { stdout, stderr } = await ran(['copy', 'a', '--json', '--quiet'], marquee)
    expect(JSON.parse(stdout)).toEqual({ format: 'csv', rows: null })
    expect(stderr).toBe('')
    expect(JSON.parse((await ran(['--json', 'files', '-q', 'copy', 'a'], marquee)).stdout)).toEqual({
      format: 'csv',
      rows: null,
    })
    const help = await ran(['copy', '--help', '--json'], marquee)
    expect(JSON.parse(help.stdout)).toEqual({ command: 'marquee copy', help: expect.stringContaining('Usage: ') })
    const wrong = await ran(['copy', '--json'], marquee)
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { exitCode: 2, details: [] } })
  })
})

describe('help', () => {
  it.each([[['--help']], [['help']], [[]]])('lists the commands: %j', async (words) => {
    const { code, stdout, stderr } = await ran(words, marquee)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('  copy   does copy\n  files  does files\n')
  })

  it.each([[['copy', '--help']], [['help', 'copy']], [['-h', 'copy']], [['copy', 'a', '-h', '--nonsense']]])(
    'of a command tells all it declares: %j',
    async (words) => {
      const { code, stdout } = await ran(words, marquee)
      expect(code).toBe(0)
      expect(stdout).toMatchInlineSnapshot(`
        "Does copy.

        Copies.

        Usage: marquee copy FROM [TO] [options]

        Arguments:
          FROM  from where
          TO    where to

        Options:
          -d, --deep           with all below
              --format FORMAT  how (one of csv, json; default csv)
              --name NAME      what name
              --rows N         how many (1 to 9)
              --only TYPE      which (may be given several times)
              --json           write the result as JSON to standard output, and nothing else there
          -q, --quiet          no progress and no notes, only results and errors
          -h, --help           show this help

        Examples:
          marquee copy a b
              copies a to b
        "
      `)
    },
  )

  it('of a group lists its commands', async () => {
    expect((await ran(['help', 'files'], marquee)).stdout).toContain('Usage: marquee files <command>')
    expect((await ran(['files', '--help'], marquee)).stdout).toContain('  copy  copies files\n')
    expect((await ran(['fiels', '--help'], marquee)).code).toBe(EXIT.usage)
  })

  it('does not come for a word after two dashes', async () => {
    expect((await ran(['copy', '--', '--help'], marquee)).stdout).toBe('copied as csv, null\n')
  })

  it('tells the version', async () => {
    expect(await ran(['--version'], marquee)).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' })
  })
})

describe('a command that fails', () => {
  it('tells its reason and what it consists of', async () => {
    const details = [{ message: 'no such type', place: 'a.yaml:3:5' }, { message: 'or so' }]
    const root = groupOf({ fail: failing(new CommandFailure('2 problems', { exitCode: 4, details })) })
    expect(await ran(['fail'], root)).toEqual({
      code: 4,
      stdout: '',
      stderr: 'marquee: 2 problems\n  a.yaml:3:5: no such type\n  or so\n',
    })
    expect(JSON.parse((await ran(['fail', '--json'], root)).stdout)).toEqual({
      error: { message: '2 problems', details, exitCode: 4 },
    })
  })

  it('tells the problems of a refusal with their places', async () => {
    const refused = new AppError({ code: 'VALIDATION', detail: 'expected a number', pointer: '/data/attributes/year' })
    expect(await ran(['fail'], groupOf({ fail: failing(refused) }))).toMatchObject({
      code: 1,
      stderr: 'marquee: refused for 1 reason:\n  /data/attributes/year: expected a number\n',
    })
  })

  it('tells in one line what an operator can mend, and all there is of a fault', async () => {
    const setting = new ConfigError('PORT', 'expected a whole number')
    expect(await ran(['fail'], groupOf({ fail: failing(setting) }))).toMatchObject({
      code: 2,
      stderr: 'marquee: PORT: expected a whole number\n',
    })
    const refused = Object.assign(new Error('permission denied for table users'), { code: '42501' })
    expect((await ran(['fail'], groupOf({ fail: failing(refused) }))).stderr).toBe(
      'marquee: the database refused a statement: permission denied for table users (SQLSTATE 42501)\n',
    )
    expect((await ran(['fail'], groupOf({ fail: failing(new Error('oops')) }))).stderr).toMatch(/Error: oops\n +at /)
  })

  it('says interrupted, whatever the signal broke off', async () => {
    const interruption = new AbortController()
    const root = groupOf({
      wait: command({
        options: {},
        args: {},
        examples: [],
        run: async ({ signal }) => {
          interruption.abort()
          expect(signal.aborted).toBe(true)
          throw new Error('Connection terminated')
        },
      }),
    })
    expect(await ran(['wait'], root, { onSignal: () => interruption.signal })).toEqual({
      code: EXIT.interrupted,
      stdout: '',
      stderr: 'marquee: interrupted\n',
    })
  })
})
