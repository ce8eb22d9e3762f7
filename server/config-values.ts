import { canonicalLanguage } from './dictionary/language.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A wrong value in the environment; the message is one line that names the variable and never shows the value. */
export class ConfigError extends Error {
  readonly variable: string

  constructor(variable: string, expected: string) {
    super(`${variable}: ${expected}`)
    this.name = 'ConfigError'
    this.variable = variable
  }
}

interface TextRule {
  readonly pattern?: RegExp
  readonly expected?: string
  /** A text says under which condition. */
  readonly required?: boolean | string
}

/** The variable's value, or null when it is absent or empty. */
export function text(env: Environment, name: string, rule: TextRule = {}): string | null {
  const value = env[name]
  if (value === undefined || value === '') {
    if (!rule.required) return null
    throw new ConfigError(name, rule.required === true ? 'must be given' : `must be given ${rule.required}`)
  }
  if (rule.pattern !== undefined && !rule.pattern.test(value)) {
    throw new ConfigError(name, `expected ${rule.expected ?? 'another form'}`)
  }
  return value
}

export function integer(
  env: Environment,
  name: string,
  range: { readonly default: number; readonly min: number; readonly max: number },
): number {
  const expected = `expected a whole number from ${range.min} to ${range.max}`
  const value = text(env, name)
  if (value === null) return range.default
  if (!/^\d{1,15}$/.test(value)) throw new ConfigError(name, expected)
  const number = Number(value)
  if (number < range.min || number > range.max) throw new ConfigError(name, `${expected}, found ${number}`)
  return number
}

/** A time span written `hh:mm:ss`, in milliseconds; from a second to a day. */
export function timeSpan(env: Environment, name: string, standard: string): number {
  const value = text(env, name) ?? standard
  const [, hours, minutes, seconds] = /^(\d\d):([0-5]\d):([0-5]\d)$/.exec(value) ?? []
  const span = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  if (span >= 1000 && span <= 86_400_000) return span
  throw new ConfigError(name, `expected a time span as hh:mm:ss such as ${standard}, from 00:00:01 to 24:00:00`)
}

export function flag(env: Environment, name: string): boolean | null {
  const value = oneOf(env, name, ['true', 'false'])
  return value === null ? null : value === 'true'
}

export function oneOf<const T extends string>(env: Environment, name: string, choices: readonly T[]): T | null {
  const value = text(env, name)
  if (value === null) return null
  const choice = choices.find((candidate) => candidate === value)
  if (choice === undefined) throw new ConfigError(name, `expected ${choices.join(' or ')}`)
  return choice
}

/** Some of the choices, separated by commas; none when the variable is absent. */
export function listOf<const T extends string>(env: Environment, name: string, choices: readonly T[]): readonly T[] {
  const value = text(env, name)
  if (value === null) return []
  const given = value.split(',').map((part) => part.trim())
  const found = choices.filter((choice) => given.includes(choice))
  if (found.length < new Set(given).size)
    throw new ConfigError(name, `expected one or several of ${choices.join(', ')}, separated by commas`)
  return found
}

/** A language tag (BCP 47) in its canonical form. */
export function language(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  const tag = canonicalLanguage(value)
  if (tag === null) throw new ConfigError(name, 'expected a language tag such as en or de-AT')
  return tag
}

export function postgresUrl(env: Environment, name: string, rule: { readonly required: boolean }): string | null {
  const value = text(env, name, { required: rule.required && 'on this runtime: it has no embedded database' })
  if (value === null) return null
  const url = parseUrl(value)
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new ConfigError(name, 'expected a URL of the form postgres://user:password@host:port/database')
  }
  return value
}

export function serviceUrl(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  const url = parseUrl(value)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(name, 'expected a URL of the form http://host:port or https://host')
  }
  return value
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null
}
