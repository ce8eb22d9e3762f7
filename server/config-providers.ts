import { ConfigError, type Environment, flag, serviceUrl, text } from './config-values.ts'

/** Who else may say who somebody is [A6]. */
export interface ProvidersConfig {
  readonly providers: readonly ProviderConfig[]
  /** Somebody new is linked to the user who has the same e-mail address, once the provider has verified it. */
  readonly linkByEmail: boolean
  /** Somebody new becomes a user of this group; null: nobody does. */
  readonly create: { readonly group: string; readonly domains: readonly string[] } | null
}

export interface ProviderConfig {
  /** Stands in addresses. */
  readonly key: string
  /** What people know it by. */
  readonly name: string
  readonly kind: 'openid' | 'google' | 'microsoft' | 'github'
  /** Its name as an authorization server, an URL. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Null: what its kind needs. */
  readonly scopes: readonly string[] | null
}

const LIST = 'SIGN_IN_PROVIDERS'
const EXAMPLE = '[{"key":"acme","name":"Acme","issuer":"https://id.acme.example","clientId":"…","clientSecret":"…"}]'
const KEY = /^[a-z][a-z0-9-]{0,31}$/
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
const TENANT = /^(?:common|organizations|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const DOMAINS = /^(?:\*|[a-z0-9.-]+\.[a-z0-9-]+(?: *, *[a-z0-9.-]+\.[a-z0-9-]+)*)$/i

export function providersConfig(env: Environment): ProvidersConfig {
  const providers = [...known(env), ...listed(env)]
  const twice = providers.find(({ key }, index) => providers.findIndex((other) => other.key === key) < index)
  if (twice !== undefined) throw new ConfigError(LIST, `the key ${twice.key} stands for two providers`)
  return { providers, linkByEmail: flag(env, 'SIGN_IN_LINK_BY_EMAIL') ?? false, create: creation(env) }
}

interface Known extends Pick<ProviderConfig, 'kind' | 'name' | 'issuer'> {
  /** Of its variables. */
  readonly prefix: string
}

/** The providers that have variables of their own. */
function known(env: Environment): readonly ProviderConfig[] {
  const tenant = text(env, 'MICROSOFT_TENANT', {
    pattern: TENANT,
    expected: 'the id of a tenant, organizations or common',
  })
  const github = serviceUrl(env, 'GITHUB_URL') ?? 'https://github.com'
  if (!isReachable(github)) throw new ConfigError('GITHUB_URL', 'expected an URL of https')
  const all: readonly Known[] = [
    { prefix: 'GOOGLE', kind: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
    {
      ...{ prefix: 'MICROSOFT', kind: 'microsoft', name: 'Microsoft' },
      issuer: `https://login.microsoftonline.com/${tenant ?? 'organizations'}/v2.0`,
    },
    { prefix: 'GITHUB', kind: 'github', name: 'GitHub', issuer: `${github.replace(/\/+$/, '')}/login/oauth` },
  ]
  return all.flatMap(({ prefix, ...provider }) => {
    const clientSecret = text(env, `${prefix}_CLIENT_SECRET`)
    const required = clientSecret !== null && `when ${prefix}_CLIENT_SECRET is given`
    const clientId = text(env, `${prefix}_CLIENT_ID`, { required })
    if (clientId === null) return []
    if (clientSecret === null) {
      throw new ConfigError(`${prefix}_CLIENT_SECRET`, `must be given when ${prefix}_CLIENT_ID is given`)
    }
    return [{ ...provider, key: provider.kind, clientId, clientSecret, scopes: null }]
  })
}

/** Any OpenID Connect issuers, by their addresses. */
function listed(env: Environment): readonly ProviderConfig[] {
  const given = text(env, LIST)
  if (given === null) return []
  const list = parsed(given)
  if (!Array.isArray(list)) throw new ConfigError(LIST, `expected a list as JSON: ${EXAMPLE}`)
  return list.map((entry: unknown, index) => listedProvider(entry, `entry ${index + 1}`))
}

function listedProvider(entry: unknown, which: string): ProviderConfig {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw new ConfigError(LIST, `${which}: expected an object as in ${EXAMPLE}`)
  }
  const members = new Map<string, unknown>(Object.entries(entry))
  const texts = ['key', 'name', 'issuer', 'clientId', 'clientSecret'] as const
  const unknown = [...members.keys()].find((name) => name !== 'scopes' && !texts.some((known) => known === name))
  if (unknown !== undefined) throw new ConfigError(LIST, `${which}: no such member: ${unknown.slice(0, 40)}`)
  const [key, name, issuer, clientId, clientSecret] = texts.map((member) => {
    const value = members.get(member)
    if (typeof value === 'string' && value !== '' && value.length <= 2000) return value
    throw new ConfigError(LIST, `${which}: ${member}: expected a text that is not empty`)
  }) as [string, string, string, string, string]
  if (!KEY.test(key)) throw new ConfigError(LIST, `${which}: key: expected small letters, digits and dashes`)
  if (!isReachable(issuer)) throw new ConfigError(LIST, `${which}: issuer: expected an URL of https without a query`)
  return { key, name, kind: 'openid', issuer, clientId, clientSecret, scopes: scopesOf(members.get('scopes'), which) }
}

function scopesOf(value: unknown, which: string): readonly string[] | null {
  if (value === undefined) return null
  const isScope = (scope: unknown): boolean => typeof scope === 'string' && SCOPE.test(scope)
  if (Array.isArray(value) && value.every(isScope) && value.includes('openid')) return value as string[]
  throw new ConfigError(LIST, `${which}: scopes: expected a list of texts, "openid" among them`)
}

/** Secrets and tokens travel there: nobody may listen, except where nobody can, on the machine itself. */
function isReachable(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.username !== '' || url.password !== '' || /[?#]/.test(address)) return false
  return url.protocol === 'https:' || isLoopback(url)
}

/** An address of `http:` on this machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function creation(env: Environment): ProvidersConfig['create'] {
  const group = text(env, 'SIGN_IN_CREATE_USERS')
  const domains = text(env, 'SIGN_IN_CREATE_DOMAINS', {
    pattern: DOMAINS,
    expected: 'domains of e-mail addresses separated by commas, such as example.org, or * for all',
    // whoever has an account at a provider for everybody would be let in
    required: group !== null && 'when SIGN_IN_CREATE_USERS is given',
  })
  if (group === null || domains === null) return null
  return { group, domains: domains.split(',').map((domain) => domain.trim().toLowerCase()) }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
