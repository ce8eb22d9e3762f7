import process from 'node:process'
import { parseArgs } from 'node:util'
import { codeOf } from '../e2e/harness/authenticator.ts'
import { CREDENTIALS } from '../e2e/harness/credentials.ts'
import { startMailServer } from '../e2e/harness/mail-server.ts'
import { startPostgres } from '../e2e/harness/postgres.ts'
import { startServer } from '../e2e/harness/servers.ts'
import { mannWhitney, median } from './mann-whitney.ts'

const HELP = `Usage: node bench/timing.ts [--rounds <n>] [--only <case>]

Whether the time of an answer tells that an account exists: each round asks once for an account that is there and once
for one that is not, in random order. Prints medians, their ratio and the p-value of a Mann-Whitney U test.
`
const PASSWORD = 'the password of every known account'
const USERS = 60
/** Of them with a second factor. */
const FACTORS = 10

interface Site {
  readonly url: string
  readonly users: readonly string[]
  readonly disabled: readonly string[]
  /** What a right password gave users with a second factor. */
  readonly challenges: readonly string[]
}

/** Two requests whose answers have to be alike; `index` grows from round to round. */
interface Case {
  readonly name: string
  /** At most. */
  readonly rounds?: number
  readonly known: (site: Site, index: number) => Promise<unknown>
  readonly unknown: (site: Site, index: number) => Promise<unknown>
  /** Measured instead: what is asked just afterwards. */
  readonly next?: (site: Site, index: number) => Promise<unknown>
}

let asked = 0

/** Each request comes from an address of its own, so that no limit is reached. */
async function post(url: string, path: string, body: object | URLSearchParams, cookie = ''): Promise<Response> {
  asked += 1
  const address = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
  const isForm = body instanceof URLSearchParams
  const headers = { 'x-forwarded-for': address, origin: url, cookie }
  const type = { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body: isForm ? body : JSON.stringify(body),
  })
  await response.clone().arrayBuffer()
  if (response.status === 429) throw new Error(`a limit is reached: ${path}`)
  return response
}

const of = (names: readonly string[], index: number): string => names[index % names.length] as string
/** As long as those that exist. */
const nobody = (index: number): string => `nobody${String(index).padStart(4, '0')}`
const login = ({ url }: Site, username: string) => post(url, '/api/v2/auth/login', { username, password: 'wrong' })
const forgot = ({ url }: Site, username: string) => post(url, '/api/v2/auth/forgot-password', { username })
const code = ({ url }: Site, challengeToken: string) =>
  post(url, '/api/v2/auth/login', { challengeToken, otp: '000000' })

function token({ url }: Site, username: string): Promise<Response> {
  const { SERVICE_CLIENT_ID: client_id, SERVICE_CLIENT_SECRET: client_secret } = CREDENTIALS
  const form = { grant_type: 'password', client_id, client_secret, username, password: 'wrong' }
  return post(url, '/oauth/token', new URLSearchParams(form))
}

const CASES: readonly Case[] = [
  {
    name: 'control: nobody and nobody',
    known: (site, index) => login(site, nobody(index)),
    unknown: (site, index) => login(site, nobody(index + 5000)),
  },
  {
    name: 'code under a challenge, and without',
    // ten failures of one user's codes are free
    rounds: 8 * FACTORS - 10,
    known: (site, index) => code(site, of(site.challenges, index)),
    unknown: (site, index) => code(site, `${of(site.challenges, index).slice(0, -4)}AAAA`),
  },
  {
    name: 'login',
    known: (site, index) => login(site, of(site.users, index)),
    unknown: (site, index) => login(site, nobody(index)),
  },
  {
    name: 'login, by e-mail address',
    known: (site, index) => login(site, `${of(site.users, index)}@example.org`),
    unknown: (site, index) => login(site, `${nobody(index)}@example.org`),
  },
  {
    name: 'login, disabled',
    known: (site, index) => login(site, of(site.disabled, index)),
    unknown: (site, index) => login(site, nobody(index)),
  },
  {
    name: 'token',
    known: (site, index) => token(site, of(site.users, index)),
    unknown: (site, index) => token(site, nobody(index)),
  },
  {
    name: 'forgot-password',
    known: (site, index) => forgot(site, of(site.users, index)),
    unknown: (site, index) => forgot(site, nobody(index)),
  },
  {
    name: 'forgot-password, what is asked next',
    known: (site, index) => forgot(site, `${of(site.users, index)}@example.org`),
    unknown: (site, index) => forgot(site, `${nobody(index)}@example.org`),
    next: (site, index) => post(site.url, '/api/v2/auth/reset-password/validate', { token: `${nobody(index)}` }),
  },
]

async function measured(site: Site, { known, unknown, next }: Case, rounds: number) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const kinds = { known, unknown }
  const warmUp = Math.min(10, rounds)
  for (let index = 0; index < rounds + warmUp; index += 1) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const before = performance.now()
      await kinds[kind](site, index)
      const between = performance.now()
      await next?.(site, index)
      const time = next === undefined ? between - before : performance.now() - between
      if (index >= warmUp) times[kind].push(time)
      // what goes on after the answer is not to be measured with the next one
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  return times
}

async function openSite(url: string): Promise<Site> {
  const { ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = CREDENTIALS
  const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const cookie = cookieOf(await post(url, '/api/v2/auth/login', { username, password }))
  const names = (prefix: string) => Array.from({ length: USERS }, (_, at) => `${prefix}${String(at).padStart(4, '0')}`)
  const make = async (prefix: string, more: object): Promise<readonly string[]> => {
    for (const name of names(prefix)) {
      const user = { username: name, name, password: PASSWORD, email: `${name}@example.org`, ...more }
      const { status } = await post(url, '/api/v1/users', { users: [user] }, cookie)
      if (status !== 201) throw new Error(`no user: ${status}`)
    }
    return names(prefix)
  }
  const [users, disabled] = [await make('person', {}), await make('absent', { is_disabled: true })]
  const challenges: string[] = []
  for (const username of users.slice(0, FACTORS)) {
    const own = { username, password: PASSWORD }
    const session = cookieOf(await post(url, '/api/v2/auth/login', own))
    const enrolled = await post(url, '/api/v2/auth/totp/enrol', { currentPassword: PASSWORD }, session)
    const { secret } = (await enrolled.json()) as { readonly secret: string }
    await post(url, '/api/v2/auth/totp/confirm', { otp: codeOf(secret) }, session)
    const challenge = (await (await post(url, '/api/v2/auth/login', own)).json()) as { readonly challengeToken: string }
    challenges.push(challenge.challengeToken)
  }
  return { url, users, disabled, challenges }
}

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help === true) {
  process.stdout.write(HELP)
} else {
  const [mail, postgres] = [await startMailServer(), await startPostgres()]
  const settings = {
    TRUST_PROXY: 'true',
    SMTP_URL: mail.url,
    MAIL_FROM: 'timing@example.org',
    PUBLIC_URL: 'https://timing.example',
    LOG_LEVEL: 'error',
  }
  const database = { DATABASE_URL: await postgres.createDatabase('timing'), DEMO: 'false' }
  const server = await startServer('node', { ...CREDENTIALS, ...settings, ...database }, { lasting: true })
  try {
    const site = await openSite(server.url)
    process.stdout.write(
      '| Case | Rounds | Known ms | Unknown ms | Known/unknown | p |\n| --- | --- | --- | --- | --- | --- |\n',
    )
    for (const each of CASES.filter(({ name }) => values.only === undefined || name.includes(values.only))) {
      const rounds = Math.min(Number(values.rounds ?? 200), each.rounds ?? Number.POSITIVE_INFINITY)
      const { known, unknown } = await measured(site, each, rounds)
      const [one, other] = [median(known), median(unknown)]
      const figures = [
        rounds,
        one.toFixed(2),
        other.toFixed(2),
        (one / other).toFixed(3),
        mannWhitney(known, unknown).toFixed(3),
      ]
      process.stdout.write(`| ${[each.name, ...figures].join(' | ')} |\n`)
    }
  } finally {
    await server.stop()
    await postgres.stop()
    await mail.close()
  }
}
