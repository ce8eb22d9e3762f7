import type { Environment } from '../config.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { ProgressOptions, ProgressReport } from './progress.ts'

interface Declared {
  readonly description: string
  /** One letter, for `-y`. */
  readonly short?: string
}

export interface FlagOption extends Declared {
  readonly type: 'flag'
}

export interface TextOption extends Declared {
  readonly type: 'text'
  /** How the value is called in the help: `FILE`. */
  readonly value: string
  readonly choices?: readonly string[]
  readonly default?: string
}

export interface IntegerOption extends Declared {
  readonly type: 'integer'
  readonly value: string
  readonly min: number
  readonly max: number
  readonly default?: number
}

/** A text that may be given several times. */
export interface ListOption extends Declared {
  readonly type: 'list'
  readonly value: string
  readonly choices?: readonly string[]
}

export type OptionDeclaration = FlagOption | TextOption | IntegerOption | ListOption
/** By name as it is typed, without the dashes: `dry-run`. */
export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>

export interface ArgumentDeclaration {
  readonly description: string
  /** A command with a required argument after an optional one cannot be called. */
  readonly optional?: true
  /** Takes all that is left; the last argument only. */
  readonly several?: true
}
/** In the order they are typed. */
export type ArgumentDeclarations = Readonly<Record<string, ArgumentDeclaration>>

/** What has a default is never absent. */
type Given<D, V> = D extends { readonly default: unknown } ? V : V | null

export type OptionValue<D extends OptionDeclaration> = D extends FlagOption
  ? boolean
  : D extends ListOption
    ? readonly string[]
    : D extends IntegerOption
      ? Given<D, number>
      : D extends TextOption
        ? Given<D, D['choices'] extends readonly (infer C)[] ? C : string>
        : never

export type OptionValues<O extends OptionDeclarations> = { readonly [K in keyof O]: OptionValue<O[K]> }

export type ArgumentValues<A extends ArgumentDeclarations> = {
  readonly [K in keyof A]: A[K] extends { readonly several: true }
    ? readonly string[]
    : A[K] extends { readonly optional: true }
      ? string | null
      : string
}

/** What every command is given, whatever it declares. */
export interface CommandConsole {
  readonly env: Environment
  /** Standard output is for the machine-readable result alone. */
  readonly json: boolean
  readonly output: Output
  /** Begins to show how far a piece of work is; end it before writing anything else. */
  readonly progress: (options: ProgressOptions) => ProgressReport
  /** Aborted by Ctrl-C and SIGTERM. Statements of the database stop by themselves; long work outside it asks. */
  readonly signal: AbortSignal
  /** Asks for a yes; null where nobody sits at a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
  /** All of standard input. */
  readonly readInput: () => Promise<Uint8Array>
}

export interface CommandContext<O extends OptionDeclarations, A extends ArgumentDeclarations> extends CommandConsole {
  readonly options: OptionValues<O>
  readonly args: ArgumentValues<A>
}

export interface Example {
  /** Without the leading `marquee`. */
  readonly line: string
  readonly what: string
}

interface Described {
  /** Paragraphs of the help, under the summary. */
  readonly description?: string
  readonly examples: readonly Example[]
}

/** A command as data: the help, the reading of the command line and its types all come from here. */
export interface CommandDeclaration<O extends OptionDeclarations, A extends ArgumentDeclarations> extends Described {
  readonly options: O
  readonly args: A
  /** Runs until it is stopped by a signal it handles itself. */
  readonly untilStopped?: true
  /** Gives the exit code when it is not 0. Throws CommandFailure, or AppError, for what people can mend. */
  readonly run: (context: CommandContext<O, A>) => Promise<ExitCode | undefined>
}

export interface Command extends Described {
  readonly kind: 'command'
  readonly options: OptionDeclarations
  readonly args: ArgumentDeclarations
  readonly untilStopped: boolean
  readonly run: (
    given: { readonly options: Readonly<Record<string, unknown>>; readonly args: Readonly<Record<string, unknown>> },
    console: CommandConsole,
  ) => Promise<ExitCode | undefined>
}

/** Commands under one name: `schema pull`. */
export interface CommandGroup extends Described {
  readonly kind: 'group'
  readonly commands: readonly CommandEntry[]
}

/** A place in a list of commands; what stands behind it is loaded when it is asked for. */
export interface CommandEntry {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly load: () => Promise<Command | CommandGroup>
}

export function command<const O extends OptionDeclarations, const A extends ArgumentDeclarations>(
  declaration: CommandDeclaration<O, A>,
): Command {
  const { run, untilStopped = false, ...rest } = declaration
  return {
    ...rest,
    kind: 'command',
    untilStopped,
    run: ({ options, args }, console) =>
      // read from the command line by this very declaration
      run({ ...console, options: options as OptionValues<O>, args: args as ArgumentValues<A> }),
  }
}

export function commandGroup(group: Omit<CommandGroup, 'kind'>): CommandGroup {
  return { kind: 'group', ...group }
}

/** Options that every command has. */
export const COMMON_OPTIONS = {
  json: { type: 'flag', description: 'write the result as JSON to standard output, and nothing else there' },
  quiet: { type: 'flag', short: 'q', description: 'no progress and no notes, only results and errors' },
  help: { type: 'flag', short: 'h', description: 'show this help' },
} as const satisfies OptionDeclarations
