import { type MailConfig, mailConfig } from './config-mail.ts'
import { type OauthConfig, oauthConfig } from './config-oauth.ts'
import { type ProvidersConfig, providersConfig } from './config-providers.ts'
import {
  ConfigError,
  type Environment,
  flag,
  integer,
  language,
  listOf,
  oneOf,
  postgresUrl,
  serviceUrl,
  text,
} from './config-values.ts'

export { ConfigError, type Environment } from './config-values.ts'

export type DatabaseConfig =
  | { readonly kind: 'pglite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string }
  | {
      readonly kind: 'neon'
      readonly url: string
      /** Where statements are posted, when it is not Neon's own address (local development). */
      readonly fetchEndpoint: string | null
      /** Host, port and path of the WebSocket proxy, when it is not Neon's own. */
      readonly wsProxy: string | null
    }

export type LogLevel = (typeof LOG_LEVELS)[number]
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Everything the environment decides, read once [G3]. Deep-frozen, holds no open resources. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly database: DatabaseConfig
  /** Put the demonstration catalogue into a database that is new. */
  readonly demo: boolean
  readonly logLevel: LogLevel
  /** Language of texts that another one lacks [D9.a]. */
  readonly defaultLanguage: string
  readonly dataApi: {
    readonly maxPageSize: number
    readonly unknownIdStatus: 200 | 404
    readonly requireIfMatch: boolean
    readonly childDepth: { readonly default: number; readonly max: number }
    readonly maxBodyBytes: number
  }
  readonly auth: {
    readonly accessTokenMinutes: number
    readonly sessionHours: number
    readonly adminEmail: string | null
    readonly adminPassword: string | null
    /** A client for services, created or given this secret at start. */
    readonly serviceClient: { readonly clientId: string; readonly secret: string } | null
    /** Believe the forwarding headers of the proxy in front. */
    readonly trustProxy: boolean
    readonly oauth: OauthConfig
    readonly providers: ProvidersConfig
  }
  readonly mail: MailConfig
  readonly files: FilesConfig
  readonly services: ServicesConfig
}

/** How files are taken in. */
export interface FilesConfig {
  /** A check after an upload needs the MD5 of every file: the specification's `forceCheckMd5OnUploadComplete` [UP9]. */
  readonly forceCheckMd5OnUploadComplete: boolean
  /** Bytes that one file may have. */
  readonly maxBytes: number
  /** Hosts, `host:port` and address ranges, separated by commas, that sources may reach though they are not public [F3]. */
  readonly allowHosts: string | null
  /** How long a file may take to come from such a source, in seconds [F3.a]. */
  readonly sourceSeconds: number
}

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
  /** The services that this process is; null: it is everything [G1.c]. */
  readonly only: readonly ServiceName[] | null
  /** Where a service that runs alone finds the data API; null: in its own process, over its own database. */
  readonly dataApiUrl: string | null
  /** Where tokens for services elsewhere come from; null: each gives its own. */
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
export const SERVICE_NAMES = ['contentcriteria', 'edithistory', 'permission'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** Where content criteria listen when they run alone (specification, "Limits"). */
const CONTENT_CRITERIA_PORT = 8637

/** What the runtime can do about databases; decides which kind DATABASE_URL stands for. */
export interface ConfigRuntime {
  readonly embeddedDatabase: boolean
  readonly postgresDriver: 'pg' | 'neon'
}

const SERVER_RUNTIME: ConfigRuntime = { embeddedDatabase: true, postgresDriver: 'pg' }

/**
 * Reads and checks the environment [G3]. An empty variable counts as absent.
 * @throws ConfigError whose message is one line naming the variable and what was expected
 */
export function loadConfig(env: Environment, runtime: ConfigRuntime = SERVER_RUNTIME): Config {
  const dataDir = text(env, 'DATA_DIR') ?? '.data'
  const database = databaseConfig(env, dataDir, runtime)
  const maxDepth = integer(env, 'CHILD_FILTER_MAX_DEPTH', { default: 10, min: 1, max: 100 })
  const services = servicesConfig(env)
  const { only } = services
  const oauth = oauthConfig(env)
  const port = only?.length === 1 && only[0] === 'contentcriteria' ? CONTENT_CRITERIA_PORT : 8787
  return deepFreeze({
    port: integer(env, 'PORT', { default: port, min: 0, max: 65_535 }),
    host: text(env, 'HOST') ?? '127.0.0.1',
    dataDir,
    database,
    demo: flag(env, 'DEMO') ?? (database.kind === 'pglite' && only === null),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    defaultLanguage: language(env, 'DEFAULT_LANGUAGE') ?? 'en',
    dataApi: {
      maxPageSize: integer(env, 'MAX_PAGE_SIZE', { default: 600, min: 250, max: 100_000 }),
      unknownIdStatus: oneOf(env, 'UNKNOWN_ID_STATUS', ['200', '404']) === '404' ? 404 : 200,
      requireIfMatch: flag(env, 'REQUIRE_IF_MATCH') ?? false,
      childDepth: {
        default: integer(env, 'CHILD_FILTER_DEFAULT_DEPTH', { default: Math.min(10, maxDepth), min: 1, max: maxDepth }),
        max: maxDepth,
      },
      maxBodyBytes: integer(env, 'MAX_BODY_BYTES', { default: 16_777_216, min: 1024, max: 1_073_741_824 }),
    },
    auth: {
      accessTokenMinutes: integer(env, 'ACCESS_TOKEN_MINUTES', { default: 60, min: 1, max: 1440 }),
      sessionHours: integer(env, 'SESSION_HOURS', { default: 24, min: 1, max: 8760 }),
      ...administrator(env),
      serviceClient: serviceClient(env),
      trustProxy: flag(env, 'TRUST_PROXY') ?? false,
      oauth,
      providers: providersConfig(env),
    },
    mail: mailConfig(env, oauth.issuer),
    files: {
      forceCheckMd5OnUploadComplete: flag(env, 'FORCE_CHECK_MD5_ON_UPLOAD_COMPLETE') ?? true,
      maxBytes: integer(env, 'UPLOAD_MAX_BYTES', { default: 100 * 2 ** 30, min: 1024, max: 5 * 2 ** 40 }),
      allowHosts: text(env, 'UPLOAD_ALLOW_HOSTS'),
      sourceSeconds: integer(env, 'UPLOAD_SOURCE_SECONDS', { default: 3600, min: 1, max: 604_800 }),
    },
    services,
  })
}

function databaseConfig(env: Environment, dataDir: string, runtime: ConfigRuntime): DatabaseConfig {
  const url = postgresUrl(env, 'DATABASE_URL', { required: !runtime.embeddedDatabase })
  if (url === null) return { kind: 'pglite', dataDir }
  if (runtime.postgresDriver === 'pg') return { kind: 'postgres', url }
  const fetchEndpoint = serviceUrl(env, 'NEON_FETCH_ENDPOINT')
  return { kind: 'neon', url, fetchEndpoint, wsProxy: text(env, 'NEON_WS_PROXY') }
}

function administrator(env: Environment): { adminEmail: string | null; adminPassword: string | null } {
  const adminPassword = text(env, 'ADMIN_PASSWORD')
  const adminEmail = text(env, 'ADMIN_EMAIL', {
    pattern: /^[^\s@]+@[^\s@]+$/,
    expected: 'an e-mail address',
    required: adminPassword !== null && 'when ADMIN_PASSWORD is given',
  })
  if (adminEmail !== null && adminPassword === null) {
    throw new ConfigError('ADMIN_PASSWORD', 'must be given when ADMIN_EMAIL is given')
  }
  return { adminEmail, adminPassword }
}

function serviceClient(env: Environment): Config['auth']['serviceClient'] {
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

function servicesConfig(env: Environment): ServicesConfig {
  const names = listOf(env, 'SERVICES', SERVICE_NAMES)
  const only = names.length === 0 ? null : names
  // a service that runs in this process is here, whatever the addresses say
  const elsewhere = (name: ServiceName, variable: string): string | null =>
    only?.includes(name) ? null : serviceUrl(env, variable)
  const urls = {
    EDITHISTORY_URL: elsewhere('edithistory', 'EDITHISTORY_URL'),
    CONTENTCRITERIA_URL: elsewhere('contentcriteria', 'CONTENTCRITERIA_URL'),
    PERMISSION_URL: elsewhere('permission', 'PERMISSION_URL'),
    DATA_API_URL: only === null ? null : serviceUrl(env, 'DATA_API_URL'),
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
    only,
    dataApiUrl: urls.DATA_API_URL,
    authUrl: serviceUrl(env, 'AUTH_URL'),
    account: serviceAccount(env, given !== undefined && `when ${given[0]} is given`),
  }
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

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(value)
}
