import type { ServicesConfig } from '../config.ts'
import { type AuthorizationClient, authorizationClient } from './authorization/client.ts'
import { connect, reach } from './connect.ts'
import { serviceDown } from './service-down.ts'
import { type Send, withTimeout } from './transport.ts'

/** The parts of the whole that are not this process [G1.b]; null: they are. */
export interface PartsElsewhere {
  readonly authorization: { readonly client: AuthorizationClient; readonly send: Send } | null
  readonly dataApi: Send | null
  readonly files: Send | null
}

/** A sign-in hashes a password, which takes its time on a busy machine. */
const SIGN_IN_MS = 10_000
/** The slowest reads and saves end well before. */
const DATA_MS = 60_000

export function partsElsewhere({ account, authUrl, dataApiUrl, fileUrl }: ServicesConfig): PartsElsewhere {
  return {
    authorization: authUrl === null || account === null ? null : authorizationAt(authUrl, account),
    dataApi: dataApiUrl === null ? null : reach(dataApiUrl, { timeoutMs: DATA_MS }),
    files: fileUrl === null ? null : reach(fileUrl, { timeoutMs: DATA_MS, unbounded: hasBody }),
  }
}

function authorizationAt(
  url: string,
  account: NonNullable<ServicesConfig['account']>,
): NonNullable<PartsElsewhere['authorization']> {
  const signedIn = connect(() => Promise.reject(new Error('the server is elsewhere')), { url, authUrl: url, account })
  const asService = withTimeout(signedIn, SIGN_IN_MS)
  const send = reach(url, { timeoutMs: SIGN_IN_MS })
  return { client: authorizationClient({ asService, send, tokenPath: account.tokenPath }), send }
}

interface Check {
  readonly name: string
  readonly check: () => Promise<void>
  readonly optional?: true
}

/** What readiness asks of the parts that this process cannot do without; without files the rest serves. */
export function checksElsewhere({ only }: ServicesConfig, parts: PartsElsewhere): readonly Check[] {
  const { authorization, dataApi, files } = parts
  const passesOn = only === null
  return [
    ...(authorization === null ? [] : [{ name: 'authorization', check: authorization.client.check }]),
    ...(dataApi !== null && passesOn ? [{ name: 'dataApi', check: () => checkAlive(dataApi) }] : []),
    ...(files !== null && passesOn ? [{ name: 'files', check: () => checkAlive(files), optional: true as const }] : []),
  ]
}

async function checkAlive(send: Send): Promise<void> {
  const response = await send(new Request('http://service.invalid/health'))
  await response.body?.cancel()
  if (!response.ok) throw serviceDown(`/health was answered with status ${response.status}`)
}

function hasBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'DELETE'
}
