import { type CommandGroup, commandGroup } from './command.ts'
import type { ExitCode } from './exit-codes.ts'
import { runCommandLine, type Surroundings } from './run.ts'

export interface Ran {
  readonly code: ExitCode
  readonly stdout: string
  readonly stderr: string
}

export interface Setting extends Partial<Omit<Surroundings, 'stdout' | 'stderr'>> {
  readonly terminal?: boolean
}

/** Runs a command line against streams that are read afterwards. */
export async function ran(words: readonly string[], root: CommandGroup, setting: Setting = {}): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const { terminal = false, ...given } = setting
  const stream = (name: keyof typeof written) => ({
    isTTY: terminal,
    columns: 60,
    write: (text: string) => {
      written[name] += text
    },
  })
  const code = await runCommandLine(words, root, {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env: {},
    version: '1.2.3',
    now: () => performance.now(),
    onSignal: () => new AbortController().signal,
    confirm: null,
    readInput: async () => new Uint8Array(),
    ...given,
  })
  return { code, ...written }
}

/** A `marquee` of the given commands alone. */
export function groupOf(
  commands: Readonly<Record<string, Awaited<ReturnType<CommandGroup['commands'][number]['load']>>>>,
) {
  return commandGroup({
    examples: [],
    commands: Object.entries(commands).map(([name, found]) => ({
      name,
      summary: `does ${name}`,
      load: async () => found,
    })),
  })
}
