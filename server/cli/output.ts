import type { StatusLine, Stream } from './status-line.ts'

/** Results go to standard output, everything else to standard error. */
export interface Output {
  /** The command's result, once: the text for people, or the value as JSON when that was asked for. */
  readonly result: (text: string, value: unknown) => void
  /** A line that tells what is going on; silent with --quiet. */
  readonly note: (line: string) => void
  /** A line that must not be missed. */
  readonly warn: (line: string) => void
}

export function createOutput(
  stdout: Stream,
  stderr: StatusLine,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): Output {
  return {
    result: (text, value) => {
      stderr.show('')
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`)
      else if (text !== '') stdout.write(withLineEnd(text))
    },
    note: (line) => {
      if (!quiet) stderr.line(line)
    },
    warn: (line) => stderr.line(line),
  }
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
