import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ROUTES } from './routes.ts'

export interface BenchOptions {
  readonly films: number
  readonly rounds: number
  /** How long one server is measured in one round. */
  readonly milliseconds: number
  readonly warmUpMilliseconds: number
  readonly connections: number
  readonly only: readonly string[]
  readonly json: string | null
  /** Folder for profiles of both servers. */
  readonly profile: string | null
  readonly cache: string
  /** Further settings of our server. */
  readonly settings: Readonly<Record<string, string>>
  /** Connections of the limit to Postgres. */
  readonly limitConnections: number
}

export const HELP = `Usage: npm run bench -- [options]

Measures the service against a hand-written limit over the same Postgres.

  --quick               3 rounds of half a second, for a first look
  --only <route>        only this route; may be given several times
  --rounds <n>          rounds per route (default 7)
  --seconds <n>         how long each server is measured in a round (default 2)
  --warm-up <n>         seconds each server is warmed up for each route (default 6)
  --films <n>           films in the catalogue (default 100000)
  --connections <n>     connections kept busy (default 16)
  --set NAME=VALUE      a further setting of the service, such as LOG_LEVEL=info
  --limit-connections <n>  the limit's connections to Postgres (default 4)
  --json <file>         write all figures there as well
  --profile <folder>    write profiles of both servers there (node --cpu-prof); they make them slower
  --cache <folder>      where the database lies between runs
  --help                this

Routes:
${ROUTES.map(({ name, about }) => `  ${name.padEnd(20)}  ${about}`).join('\n')}
`

/** @throws with one line when an option is unknown or its value makes no sense. */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      films: { type: 'string', default: '100000' },
      connections: { type: 'string', default: '16' },
      set: { type: 'string', multiple: true, default: [] },
      'limit-connections': { type: 'string', default: '4' },
      json: { type: 'string' },
      profile: { type: 'string' },
      cache: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const unknown = values.only.find((name) => !ROUTES.some((route) => route.name === name))
  if (unknown !== undefined) throw new Error(`--only: there is no route ${JSON.stringify(unknown)}`)
  return {
    films: positive('films', values.films),
    rounds: positive('rounds', values.rounds ?? (values.quick ? '3' : '7')),
    milliseconds: positive('seconds', values.seconds ?? (values.quick ? '0.5' : '2')) * 1000,
    warmUpMilliseconds: positive('warm-up', values['warm-up'] ?? (values.quick ? '2' : '6')) * 1000,
    connections: positive('connections', values.connections),
    only: values.only,
    json: values.json ?? null,
    profile: values.profile ?? null,
    cache: values.cache ?? defaultCache(),
    settings: Object.fromEntries(values.set.map(setting)),
    limitConnections: positive('limit-connections', values['limit-connections']),
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name}: expected a number above 0, not ${JSON.stringify(text)}`)
  return value
}

function setting(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Error(`--set: expected NAME=VALUE, not ${JSON.stringify(text)}`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Beside the checkout's other caches; for root, whose Postgres runs as someone else, only where those can go. */
function defaultCache(): string {
  const root = join(import.meta.dirname, '..')
  const closed = process.getuid?.() === 0 && !letsEveryoneThrough(root)
  return closed ? join(tmpdir(), 'marquee-bench') : join(root, '.cache/bench')
}

function letsEveryoneThrough(folder: string): boolean {
  accessSync(folder, constants.R_OK)
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
