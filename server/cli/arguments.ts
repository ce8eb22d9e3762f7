import { parseArgs } from 'node:util'
import { suggestion } from '../../shared/suggest.ts'
import type { ArgumentDeclarations, OptionDeclaration, OptionDeclarations } from './command.ts'
import { UsageFailure } from './failure.ts'

export interface Given {
  readonly options: Readonly<Record<string, unknown>>
  readonly args: Readonly<Record<string, unknown>>
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/**
 * Reads a command's part of the command line: `--name value`, `--name=value`, `-n value`, flags, arguments, and `--`
 * before arguments that begin with a dash.
 * @throws UsageFailure for the first thing that is wrong
 */
export function readArguments(
  words: readonly string[],
  options: OptionDeclarations,
  args: ArgumentDeclarations,
): Given {
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, parsing(option)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values: Record<string, unknown> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    else if (token.kind === 'option') takeOption(values, token, options)
  }
  for (const [name, option] of Object.entries(options)) values[name] ??= absent(option)
  return { options: values, args: takeArguments(positionals, args) }
}

function parsing(option: OptionDeclaration): { type: 'boolean' | 'string'; multiple: boolean; short?: string } {
  const { short } = option
  return {
    type: option.type === 'flag' ? 'boolean' : 'string',
    multiple: option.type === 'list',
    ...(short === undefined ? {} : { short }),
  }
}

function takeOption(values: Record<string, unknown>, token: OptionToken, options: OptionDeclarations): void {
  const { name, rawName, value } = token
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) {
    const hint = suggestion(name, Object.keys(options), (meant) => `--${meant}`)
    throw new UsageFailure(`there is no option ${rawName}${hint}`)
  }
  if (option.type === 'list') {
    const list = (values[name] ?? []) as readonly string[]
    values[name] = [...list, chosen(textOf(token, option.value), rawName, option.choices)]
    return
  }
  if (name in values) throw new UsageFailure(`${rawName} is given twice`)
  if (option.type === 'flag') {
    if (value !== undefined) throw new UsageFailure(`${rawName} takes no value`)
    values[name] = true
  } else if (option.type === 'integer') {
    values[name] = integerOf(textOf(token, option.value), rawName, option)
  } else {
    values[name] = chosen(textOf(token, option.value), rawName, option.choices)
  }
}

/** What begins with a dash is the next option, unless it was joined by `=`. */
function textOf({ rawName, value, inlineValue }: OptionToken, what: string): string {
  if (value === undefined || (!inlineValue && /^-./.test(value))) {
    const joined =
      value === undefined || value.startsWith('--') ? '' : `; one that begins with a dash is ${rawName}=${value}`
    throw new UsageFailure(`${rawName} needs a value: ${rawName} ${what}${joined}`)
  }
  return value
}

function chosen(text: string, rawName: string, choices: readonly string[] | undefined): string {
  if (choices === undefined || choices.includes(text)) return text
  throw new UsageFailure(`${rawName}: expected ${choices.join(', ')}${suggestion(text, choices)}`)
}

function integerOf(
  text: string,
  rawName: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageFailure(`${rawName}: expected a whole number from ${min} to ${max}`)
}

function absent(option: OptionDeclaration): unknown {
  if (option.type === 'flag') return false
  if (option.type === 'list') return []
  return option.default ?? null
}

function takeArguments(positionals: readonly string[], args: ArgumentDeclarations): Record<string, unknown> {
  const left = [...positionals]
  const values: Record<string, unknown> = {}
  for (const [name, { optional, several }] of Object.entries(args)) {
    if (left.length === 0 && !optional) throw new UsageFailure(`the argument ${name.toUpperCase()} is missing`)
    values[name] = several ? left.splice(0) : (left.shift() ?? null)
  }
  if (left.length > 0) throw new UsageFailure(`one argument too many: ${JSON.stringify(left[0])}`)
  return values
}
