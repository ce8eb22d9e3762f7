import { describe, expect, it } from 'vitest'
import { ConfigError, type ConfigRuntime, loadConfig } from './config.ts'

const WORKER: ConfigRuntime = { embeddedDatabase: false, postgresDriver: 'neon' }
const URL = 'postgres://someone:secret@db.example/catalogue'

describe('configuration', () => {
  it('[G1.a] [G2.a] [G3] has a default for everything', () => {
    expect(loadConfig({})).toEqual({
      port: 8787,
      host: '127.0.0.1',
      dataDir: '.data',
      database: { kind: 'pglite', dataDir: '.data' },
      demo: true,
      logLevel: 'info',
      defaultLanguage: 'en',
      dataApi: {
        maxPageSize: 600,
        unknownIdStatus: 200,
        requireIfMatch: false,
        childDepth: { default: 10, max: 10 },
        maxBodyBytes: 16_777_216,
      },
      auth: {
        accessTokenMinutes: 60,
        sessionHours: 24,
        adminEmail: null,
        adminPassword: null,
        serviceClient: null,
        trustProxy: false,
        oauth: {
          authorizePath: '/oauth/authorize',
          tokenPath: '/oauth/token',
          issuer: null,
          refreshTokenReuseLeeway: 30,
          tokenRefreshWindow: 120,
          signingKeyDays: 90,
        },
        providers: { providers: [], linkByEmail: false, create: null },
      },
      mail: { smtp: null, publicOrigin: null },
      files: { forceCheckMd5OnUploadComplete: true, maxBytes: 107_374_182_400, allowHosts: null, sourceSeconds: 3600 },
      remotes: null,
      services: {
        editHistory: { enabled: true, url: null },
        contentCriteria: { url: null, timeoutMs: 100_000, retries: 5, intervalMs: 5000, highlightLimit: 100 },
        permission: { url: null, initialTimeoutMs: 0, refreshSeconds: 8600 },
        concurrency: { url: null, pollingSeconds: 10, expiryMs: 240_000, scanMs: 600_000, userCacheMs: 60_000 },
        only: null,
        dataApiUrl: null,
        fileUrl: null,
        authUrl: null,
        account: null,
      },
    })
  })

  it('[G3] takes each value from its variable', () => {
    const config = loadConfig({
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/var/lib/marquee',
      ADMIN_EMAIL: 'a@b.example',
      ADMIN_PASSWORD: 'analytical',
      MAX_PAGE_SIZE: '250',
      CHILD_FILTER_DEFAULT_DEPTH: '3',
      CHILD_FILTER_MAX_DEPTH: '5',
      UNKNOWN_ID_STATUS: '404',
      REQUIRE_IF_MATCH: 'true',
      ACCESS_TOKEN_MINUTES: '5',
      SESSION_HOURS: '1',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      DEFAULT_LANGUAGE: 'de-at',
      SERVICE_CLIENT_ID: 'renderer',
      SERVICE_CLIENT_SECRET: 's',
      TRUST_PROXY: 'true',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '::',
      dataDir: '/var/lib/marquee',
      database: { kind: 'pglite', dataDir: '/var/lib/marquee' },
      demo: false,
      logLevel: 'warn',
      defaultLanguage: 'de-AT',
      dataApi: { maxPageSize: 250, unknownIdStatus: 404, requireIfMatch: true, childDepth: { default: 3, max: 5 } },
      auth: {
        accessTokenMinutes: 5,
        sessionHours: 1,
        adminEmail: 'a@b.example',
        adminPassword: 'analytical',
        serviceClient: { clientId: 'renderer', secret: 's' },
        trustProxy: true,
      },
    })
  })

  it('[G2] chooses the driver by the runtime, and the demo by the database', () => {
    expect(loadConfig({ DATABASE_URL: URL })).toMatchObject({ database: { kind: 'postgres', url: URL }, demo: false })
    expect(loadConfig({ DATABASE_URL: URL }, WORKER).database).toEqual({
      kind: 'neon',
      url: URL,
      fetchEndpoint: null,
      wsProxy: null,
    })
  })

  it('[G3] counts an empty variable as absent and lets a lower greatest depth lower the default', () => {
    const config = loadConfig({ PORT: '', DATABASE_URL: '', CHILD_FILTER_MAX_DEPTH: '4' })
    expect(config).toMatchObject({ port: 8787, database: { kind: 'pglite' } })
    expect(config.dataApi.childDepth).toEqual({ default: 4, max: 4 })
  })

  it('[G1.b] [EV3] takes where edit history runs, whether it is used, and as whom services are called', () => {
    const { services } = loadConfig({
      EDITHISTORY_URL: 'https://history.example/base',
      USE_EDIT_HISTORY_MICRO_SERVICE: 'false',
      AUTH_URL: 'https://sign-in.example',
      SERVICE_CLIENT_ID: 'renderer',
      SERVICE_CLIENT_SECRET: 's',
      SERVICE_USERNAME: 'robot',
      SERVICE_PASSWORD: 'p',
    })
    expect(services).toMatchObject({
      editHistory: { enabled: false, url: 'https://history.example/base' },
      authUrl: 'https://sign-in.example',
      account: { clientId: 'renderer', clientSecret: 's', username: 'robot', password: 'p', tokenPath: '/oauth/token' },
    })
  })

  it('[G1.b] [G1.c] takes where content criteria run, and which services a process is made of', () => {
    const account = {
      SERVICE_CLIENT_ID: 'renderer',
      SERVICE_CLIENT_SECRET: 's',
      SERVICE_USERNAME: 'robot',
      SERVICE_PASSWORD: 'p',
    }
    const url = 'https://criteria.example'
    expect(loadConfig({ CONTENTCRITERIA_URL: url, ...account }).services).toMatchObject({
      contentCriteria: { url },
      only: null,
      dataApiUrl: null,
    })
    const alone = { SERVICES: 'contentcriteria', CONTENTCRITERIA_URL: url, DATA_API_URL: 'https://cms.example' }
    expect(loadConfig({ ...alone, ...account })).toMatchObject({
      demo: false,
      services: { only: ['contentcriteria'], contentCriteria: { url: null }, dataApiUrl: 'https://cms.example' },
    })
    expect(loadConfig({ SERVICES: 'edithistory, contentcriteria' })).toMatchObject({
      port: 8787,
      services: { only: ['contentcriteria', 'edithistory'] },
    })
  })

  it('[G1.b] [G1.c] takes where sign-in, records and files are, but for those that are this process', () => {
    const account = {
      ...{ SERVICE_CLIENT_ID: 'renderer', SERVICE_CLIENT_SECRET: 's' },
      ...{ SERVICE_USERNAME: 'robot', SERVICE_PASSWORD: 'p' },
    }
    const urls = {
      AUTH_URL: 'https://sign-in.example',
      DATA_API_URL: 'https://data.example',
      FILE_URL: 'https://files.example',
    }
    const services = (only: string) => loadConfig({ ...account, ...urls, SERVICES: only }).services
    const [authUrl, dataApiUrl, fileUrl] = Object.values(urls)
    expect(services('')).toMatchObject({ authUrl, dataApiUrl, fileUrl })
    expect(services('auth')).toMatchObject({ authUrl: null, dataApiUrl, fileUrl })
    expect(services('dataapi,files')).toMatchObject({ authUrl, dataApiUrl: null, fileUrl: null })
  })

  it('[G1.d] [LIM:content-criteria-port] lets content criteria listen on 8637 where they run alone', () => {
    expect(loadConfig({ SERVICES: 'contentcriteria' }).port).toBe(8637)
    expect(loadConfig({ SERVICES: 'contentcriteria', PORT: '9000' }).port).toBe(9000)
    expect(loadConfig({ SERVICES: 'edithistory' }).port).toBe(8787)
  })

  it('[LIM:content-criteria-client] waits 100 seconds for content criteria and tries 5 times more, 5 seconds apart', () => {
    const { timeoutMs, retries, intervalMs } = loadConfig({}).services.contentCriteria
    expect([timeoutMs, retries, intervalMs]).toEqual([100_000, 5, 5000])
  })

  it('[G3] is frozen to its depths', () => {
    const config = loadConfig({})
    for (const part of [config, config.database, config.dataApi, config.dataApi.childDepth, config.auth]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  it.each([
    ['PORT', 'http', 'expected a whole number from 0 to 65535'],
    ['PORT', '65536', 'expected a whole number from 0 to 65535, found 65536'],
    ['PORT', '-1', 'expected a whole number from 0 to 65535'],
    ['PORT', '80.5', 'expected a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://db/x', 'expected a URL of the form postgres://user:password@host:port/database'],
    ['DATABASE_URL', 'db.example', 'expected a URL of the form postgres://user:password@host:port/database'],
    ['MAX_PAGE_SIZE', '249', 'expected a whole number from 250 to 100000, found 249'],
    ['CHILD_FILTER_MAX_DEPTH', '0', 'expected a whole number from 1 to 100, found 0'],
    ['CHILD_FILTER_DEFAULT_DEPTH', '11', 'expected a whole number from 1 to 10, found 11'],
    ['UNKNOWN_ID_STATUS', '204', 'expected 200 or 404'],
    ['REQUIRE_IF_MATCH', 'yes', 'expected true or false'],
    ['DEMO', '1', 'expected true or false'],
    ['TRUST_PROXY', 'on', 'expected true or false'],
    ['LOG_LEVEL', 'verbose', 'expected debug or info or warn or error or silent'],
    ['DEFAULT_LANGUAGE', 'de_AT', 'expected a language tag such as en or de-AT'],
    ['ACCESS_TOKEN_MINUTES', '0', 'expected a whole number from 1 to 1440, found 0'],
    ['SESSION_HOURS', '1e3', 'expected a whole number from 1 to 8760'],
    ['MAX_BODY_BYTES', '1023', 'expected a whole number from 1024 to 1073741824, found 1023'],
    ['EDITHISTORY_URL', 'history', 'expected a URL of the form http://host:port or https://host'],
    ['USE_EDIT_HISTORY_MICRO_SERVICE', 'on', 'expected true or false'],
    ['CONTENTCRITERIA_URL', 'criteria', 'expected a URL of the form http://host:port or https://host'],
    ['CONTENT_CRITERIA_RETRIES', '101', 'expected a whole number from 0 to 100, found 101'],
    [
      'SERVICES',
      'history',
      'expected one or several of auth, concurrency, contentcriteria, dataapi, edithistory, files, permission, separated by commas',
    ],
    ['ADMIN_EMAIL', 'nobody', 'expected an e-mail address'],
    ['SERVICE_CLIENT_ID', 'a b', 'expected up to 64 letters, digits, dots, dashes and underscores'],
  ])('[G3.a] refuses %s=%s in one line that names it', (name, value, message) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new ConfigError(name, message))
  })

  it('[G3.a] [X31] wants of the first administrator’s password what it wants of every other', () => {
    const withPassword = (ADMIN_PASSWORD: string) => () => loadConfig({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD })
    const refused = new ConfigError('ADMIN_PASSWORD', 'expected 8 to 1,024 characters')
    for (const password of ['x', 'seven c', 'x'.repeat(1025)]) expect(withPassword(password)).toThrow(refused)
    for (const password of ['eight ch', 'x'.repeat(1024)]) expect(withPassword(password)).not.toThrow()
  })

  it.each([
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'p' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.example' }],
    ['SERVICE_CLIENT_ID', { SERVICE_CLIENT_SECRET: 's' }],
    ['SERVICE_CLIENT_SECRET', { SERVICE_CLIENT_ID: 'renderer' }],
    ['SERVICE_USERNAME', { EDITHISTORY_URL: 'https://history.example' }],
    ['SERVICE_USERNAME', { CONTENTCRITERIA_URL: 'https://criteria.example' }],
    ['SERVICE_USERNAME', { CONCURRENCY_URL: 'https://presence.example' }],
    ['SERVICE_USERNAME', { PERMISSION_URL: 'https://permission.example' }],
    ['SERVICE_USERNAME', { AUTH_URL: 'https://sign-in.example' }],
    ['SERVICE_USERNAME', { DATA_API_URL: 'https://cms.example' }],
    ['SERVICE_USERNAME', { FILE_URL: 'https://files.example' }],
    ['SERVICE_USERNAME', { SERVICES: 'contentcriteria', DATA_API_URL: 'https://cms.example' }],
    ['SERVICE_PASSWORD', { EDITHISTORY_URL: 'https://history.example', SERVICE_USERNAME: 'robot' }],
    ['SERVICE_CLIENT_ID', { SERVICE_USERNAME: 'robot', SERVICE_PASSWORD: 'p' }],
  ])('[G3.a] asks for %s where its partner is given', (name, env) => {
    expect(() => loadConfig(env)).toThrow(new RegExp(`^${name}: must be given when`))
  })

  it('[G3.a] asks for a database where none can be embedded, and checks addresses of the Neon driver', () => {
    expect(() => loadConfig({}, WORKER)).toThrow(/^DATABASE_URL: must be given on this runtime/)
    const env = { DATABASE_URL: URL, NEON_FETCH_ENDPOINT: 'ftp://x' }
    expect(() => loadConfig(env, WORKER)).toThrow(/^NEON_FETCH_ENDPOINT: expected a URL/)
  })

  it('[G3.a] [G5.c] never shows a value that may be secret', () => {
    const message = (env: Record<string, string>): string => {
      try {
        loadConfig(env)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message({ DATABASE_URL: 'http://someone:secret@db.example/x' })).not.toContain('secret')
    expect(message({ PORT: 'secret' })).toBe('PORT: expected a whole number from 0 to 65535')
  })

  it('[F3] takes how files come in', () => {
    const { files } = loadConfig({
      UPLOAD_MAX_BYTES: '1024',
      UPLOAD_ALLOW_HOSTS: 'storage.local:80,10.0.0.0/8',
      UPLOAD_SOURCE_SECONDS: '60',
      FORCE_CHECK_MD5_ON_UPLOAD_COMPLETE: 'false',
    })
    const expected = { maxBytes: 1024, allowHosts: 'storage.local:80,10.0.0.0/8', sourceSeconds: 60 }
    expect(files).toEqual({ ...expected, forceCheckMd5OnUploadComplete: false })
  })
})
