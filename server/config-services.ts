import { oauthConfig } from './config-oauth.ts'
import { ConfigError, type Environment, flag, integer, listOf, serviceUrl, text, timeSpan } from './config-values.ts'

/** Services that may run elsewhere [G1.b]. */
export interface ServicesConfig {
  readonly editHistory: {
    /** Writes are told to edit history: the specification's `UseEditHistoryMicroService` [EV3]. */
    readonly enabled: boolean
    /** Null: it runs in this process. */
    readonly url: string | null
  }
  readonly permission: {
    /** Null: it runs in this process. */
    readonly url: string | null
    /** How long a start waits for permission metadata before it goes on without, in milliseconds; 0: it fails without. */
    readonly initialTimeoutMs: number
    /** How old permission metadata may become, in seconds (specification, "Limits"). */
    readonly refreshSeconds: number
  }
  readonly contentCriteria: {
    /** Null: it runs in this process. */
    readonly url: string | null
    /** How long one attempt may take, and how it is repeated (specification, "Limits"). */
    readonly timeoutMs: number
    readonly retries: number
    readonly intervalMs: number
    /** Most ids in the highlights of one. */
    readonly highlightLimit: number
  }
  readonly concurrency: {
    /** Null: it runs in this process. */
    readonly url: string | null
    /** How often a page refreshes its link, in seconds: the specification's `UserConcurrencyPollingTime` [EV6]. */
    readonly pollingSeconds: number
    /** How long a link lives without, how often expired ones are looked for, and how long names are believed. */
    readonly expiryMs: number
    readonly scanMs: number
    readonly userCacheMs: number
  }
  /** The services that this process is; null: it is everything [G1.c]. */
  readonly only: readonly ServiceName[] | null
  /** Where the data API is; null: in this process, over its own database. */
  readonly dataApiUrl: string | null
  /** Where the service of files is; null: in this process. */
  readonly fileUrl: string | null
  /** Where the authorization server is; null: it is this process, and every service gives its own tokens. */
  readonly authUrl: string | null
  /** As whom they are called; there is one when any of them is elsewhere. */
  readonly account: {
    readonly clientId: string
    readonly clientSecret: string
    readonly username: string
    readonly password: string
    readonly tokenPath: string
  } | null
}

/** Services that a process may be made of. */
export const SERVICE_NAMES = [
  'auth',
  'concurrency',
  'contentcriteria',
  'dataapi',
  'edithistory',
  'files',
  'permission',
] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** A client for services. */
export interface ServiceClient {
  readonly clientId: string
  readonly secret: string
}

export function serviceClient(env: Environment): ServiceClient | null {
  const secret = text(env, 'SERVICE_CLIENT_SECRET')
  const clientId = text(env, 'SERVICE_CLIENT_ID', {
    pattern: /^[A-Za-z0-9._-]{1,64}$/,
    expected: 'up to 64 letters, digits, dots, dashes and underscores',
    required: secret !== null && 'when SERVICE_CLIENT_SECRET is given',
  })
  if (clientId === null) return null
  if (secret === null) throw new ConfigError('SERVICE_CLIENT_SECRET', 'must be given when SERVICE_CLIENT_ID is given')
  return { clientId, secret }
}

/** Whether a process that is made of `only` these services serves that one, here or by passing on. */
export function runs({ only }: Pick<ServicesConfig, 'only'>, name: ServiceName): boolean {
  return only === null || only.includes(name)
}

export function servicesConfig(env: Environment): ServicesConfig {
  const names = listOf(env, 'SERVICES', SERVICE_NAMES)
  const only = names.length === 0 ? null : names
  // a service that runs in this process is here, whatever the addresses say
  const elsewhere = (name: ServiceName, variable: string): string | null =>
    only?.includes(name) ? null : serviceUrl(env, variable)
  const urls = {
    EDITHISTORY_URL: elsewhere('edithistory', 'EDITHISTORY_URL'),
    CONTENTCRITERIA_URL: elsewhere('contentcriteria', 'CONTENTCRITERIA_URL'),
    CONCURRENCY_URL: elsewhere('concurrency', 'CONCURRENCY_URL'),
    PERMISSION_URL: elsewhere('permission', 'PERMISSION_URL'),
    DATA_API_URL: elsewhere('dataapi', 'DATA_API_URL'),
    FILE_URL: elsewhere('files', 'FILE_URL'),
    AUTH_URL: elsewhere('auth', 'AUTH_URL'),
  }
  const given = Object.entries(urls).find(([, url]) => url !== null)
  return {
    editHistory: { enabled: flag(env, 'USE_EDIT_HISTORY_MICRO_SERVICE') ?? true, url: urls.EDITHISTORY_URL },
    permission: {
      url: urls.PERMISSION_URL,
      initialTimeoutMs: integer(env, 'PERMISSION_INITIAL_TIMEOUT_MS', { default: 0, min: 0, max: 600_000 }),
      refreshSeconds: integer(env, 'METADATA_REFRESH_INTERVAL_SECONDS', { default: 8600, min: 1, max: 2_592_000 }),
    },
    contentCriteria: {
      url: urls.CONTENTCRITERIA_URL,
      timeoutMs: integer(env, 'CONTENT_CRITERIA_TIMEOUT_MS', { default: 100_000, min: 1, max: 3_600_000 }),
      retries: integer(env, 'CONTENT_CRITERIA_RETRIES', { default: 5, min: 0, max: 100 }),
      intervalMs: integer(env, 'CONTENT_CRITERIA_RETRY_MS', { default: 5000, min: 0, max: 600_000 }),
      highlightLimit: integer(env, 'CONTENT_CRITERIA_HIGHLIGHT_LIMIT', { default: 100, min: 0, max: 5000 }),
    },
    concurrency: concurrencyConfig(env, urls.CONCURRENCY_URL),
    only,
    dataApiUrl: urls.DATA_API_URL,
    fileUrl: urls.FILE_URL,
    authUrl: urls.AUTH_URL,
    account: serviceAccount(env, given !== undefined && `when ${given[0]} is given`),
  }
}

function concurrencyConfig(env: Environment, url: string | null): ServicesConfig['concurrency'] {
  const pollingSeconds = integer(env, 'USER_CONCURRENCY_POLLING_TIME', { default: 10, min: 1, max: 3600 })
  const expiryMs = timeSpan(env, 'CONCURRENCY_EXPIRY', '00:04:00')
  if (url === null && pollingSeconds * 1000 >= expiryMs) {
    throw new ConfigError('USER_CONCURRENCY_POLLING_TIME', 'expected less than CONCURRENCY_EXPIRY')
  }
  const scanMs = timeSpan(env, 'CONCURRENCY_SCAN', '00:10:00')
  return { url, pollingSeconds, expiryMs, scanMs, userCacheMs: timeSpan(env, 'CONCURRENCY_USER_CACHE', '00:01:00') }
}

function serviceAccount(env: Environment, required: string | false): ServicesConfig['account'] {
  const username = text(env, 'SERVICE_USERNAME', { required })
  const password = text(env, 'SERVICE_PASSWORD', { required: username !== null && 'when SERVICE_USERNAME is given' })
  if (username === null || password === null) return null
  const client = serviceClient(env)
  if (client === null) throw new ConfigError('SERVICE_CLIENT_ID', 'must be given when SERVICE_USERNAME is given')
  const { tokenPath } = oauthConfig(env)
  return { clientId: client.clientId, clientSecret: client.secret, username, password, tokenPath }
}
