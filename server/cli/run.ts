import { suggestion } from '../../shared/suggest.ts'
import { readArguments } from './arguments.ts'
import {
  COMMON_OPTIONS,
  type Command,
  type CommandConsole,
  type CommandEntry,
  type CommandGroup,
  type OptionDeclaration,
} from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { Interrupted, UsageFailure } from './failure.ts'
import { help } from './help.ts'
import { createOutput, type Output } from './output.ts'
import { startProgress } from './progress.ts'
import { tellFailure } from './report-failure.ts'
import { createStatusLine, type StatusLine, type Stream } from './status-line.ts'

/** What the process gives the command line. */
export interface Surroundings extends Pick<CommandConsole, 'env' | 'confirm' | 'readInput'> {
  readonly stdout: Stream
  readonly stderr: Stream
  readonly version: string
  readonly now: () => number
  /** Begins to turn Ctrl-C and SIGTERM into an abort. */
  readonly onSignal: () => AbortSignal
}

interface Place {
  readonly path: readonly string[]
  readonly summary: string
  readonly found: Command | CommandGroup
  /** What is left of the command line behind the command's name. */
  readonly rest: readonly string[]
}

/** Runs one command line and gives the exit code; whatever goes wrong is told, never thrown. */
export async function runCommandLine(
  words: readonly string[],
  root: CommandGroup,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const status = createStatusLine(surroundings.stderr, surroundings.env.TERM)
  const json = words.includes('--json')
  const output = createOutput(surroundings.stdout, status, { json, quiet: false })
  try {
    if (words[0] === '--version') {
      output.result(surroundings.version, { version: surroundings.version })
      return EXIT.done
    }
    const asked = words[0] === 'help' || words.length === 0
    const place = await find(asked ? words.slice(1) : words, root)
    const { path, summary, found, rest } = place
    const [word] = rest
    const isMisspelt = found.kind === 'group' && word !== undefined && !isCommon(word)
    if (!isMisspelt && (asked || wantsHelp(rest))) {
      const text = help(path, summary, found)
      output.result(text, { command: path.join(' '), help: text })
      return EXIT.done
    }
    if (found.kind === 'group') throw noCommand(path, isMisspelt ? word : undefined, found)
    return await runCommand(found, place, surroundings, status)
  } catch (error) {
    return tellFailure(error, output, json)
  }
}

/** Goes down the groups as far as the words name commands; options that all commands have may stand before the name. */
async function find(words: readonly string[], root: CommandGroup): Promise<Place> {
  let place: Place = { path: ['marquee'], summary: ROOT_SUMMARY, found: root, rest: words }
  while (place.found.kind === 'group') {
    const at = place.rest.findIndex((word) => !isCommon(word))
    if (at === -1) return place
    const [before, word, behind] = [place.rest.slice(0, at), place.rest[at] as string, place.rest.slice(at + 1)]
    const entry: CommandEntry | undefined = place.found.commands.find(({ name }) => name === word)
    if (entry === undefined) return { ...place, rest: [word, ...before, ...behind] }
    const path = [...place.path, entry.name]
    place = { path, summary: entry.summary, found: await entry.load(), rest: [...before, ...behind] }
  }
  return place
}

const ROOT_SUMMARY = 'runs and looks after a Marquee service'

/** As they are typed: `--json`, `-q`. */
const COMMON = Object.entries<OptionDeclaration>(COMMON_OPTIONS).flatMap(([name, { short }]) => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
])

function isCommon(word: string): boolean {
  return COMMON.includes(word)
}

function wantsHelp(rest: readonly string[]): boolean {
  const end = rest.indexOf('--')
  const own = end === -1 ? rest : rest.slice(0, end)
  return own.includes('--help') || own.includes('-h')
}

function noCommand(path: readonly string[], word: string | undefined, group: CommandGroup): UsageFailure {
  const isOption = word?.startsWith('-') === true
  const names = group.commands.map(({ name }) => name)
  const what = isOption ? 'option' : 'command'
  const said =
    word === undefined
      ? `${path.join(' ')} needs a command: ${names.join(', ')}`
      : `there is no ${what} ${[...(isOption ? [] : path.slice(1)), word].join(' ')}${hint(word, isOption ? null : names)}`
  return new UsageFailure(`${said} (see ${path.join(' ')} --help)`)
}

/** @param names of commands; null: it is an option */
function hint(word: string, names: readonly string[] | null): string {
  if (names !== null) return suggestion(word, names)
  return suggestion(word.replace(/^-+/, ''), [...Object.keys(COMMON_OPTIONS), 'version'], (meant) => `--${meant}`)
}

async function runCommand(
  command: Command,
  { path, rest }: Place,
  surroundings: Surroundings,
  status: StatusLine,
): Promise<ExitCode> {
  const given = read(command, path, rest)
  const { json, quiet } = given.options as { readonly json: boolean; readonly quiet: boolean }
  const output: Output = createOutput(surroundings.stdout, status, { json, quiet })
  const signal = command.untilStopped ? new AbortController().signal : surroundings.onSignal()
  const { env, confirm, readInput, now } = surroundings
  try {
    const progress: CommandConsole['progress'] = (options) => startProgress(options, status, { quiet, now })
    const code = await command.run(given, { env, json, output, progress, signal, confirm, readInput })
    return code ?? EXIT.done
  } catch (error) {
    status.show('')
    // whatever a signal broke off, the signal was the reason
    return tellFailure(signal.aborted ? new Interrupted() : error, output, json)
  }
}

function read(command: Command, path: readonly string[], rest: readonly string[]): ReturnType<typeof readArguments> {
  try {
    return readArguments(rest, { ...command.options, ...COMMON_OPTIONS }, command.args)
  } catch (error) {
    if (!(error instanceof UsageFailure)) throw error
    throw new UsageFailure(`${error.message} (see ${path.join(' ')} --help)`)
  }
}
