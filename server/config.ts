import type { RemoteBundle } from '../shared/remotes.ts'
import { type MailConfig, mailConfig } from './config-mail.ts'
import { type OauthConfig, oauthConfig } from './config-oauth.ts'
import { type ProvidersConfig, providersConfig } from './config-providers.ts'
import { remotesConfig } from './config-remotes.ts'
import { type ServiceClient, type ServicesConfig, serviceClient, servicesConfig } from './config-services.ts'
import {
  ConfigError,
  type Environment,
  flag,
  integer,
  language,
  oneOf,
  postgresUrl,
  serviceUrl,
  text,
} from './config-values.ts'
import { passwordFault } from './password-rules.ts'

export { runs, SERVICE_NAMES, type ServiceName, type ServicesConfig } from './config-services.ts'
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
    readonly serviceClient: ServiceClient | null
    /** Believe the forwarding headers of the proxy in front. */
    readonly trustProxy: boolean
    readonly oauth: OauthConfig
    readonly providers: ProvidersConfig
  }
  readonly mail: MailConfig
  readonly files: FilesConfig
  /** Customers' bundles; null: the metadata names them [R5.a]. */
  readonly remotes: readonly RemoteBundle[] | null
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
    remotes: remotesConfig(env),
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
  if (adminPassword !== null && passwordFault(adminPassword) !== null) {
    throw new ConfigError('ADMIN_PASSWORD', 'expected 8 to 1,024 characters')
  }
  return { adminEmail, adminPassword }
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(value)
}
