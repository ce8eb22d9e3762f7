import { fromBase64Url, randomText, toBase64Url } from '../../../auth/base64url.ts'
import type { Database } from '../../../db/database.ts'

const SETTING = 'file_key'

/** Signs addresses of files, so that whoever has one may download until it expires [F2.a]. */
export interface UrlSigner {
  /** The address with its signature. @param expires Unix time in seconds. */
  readonly sign: (path: string, expires: number) => Promise<string>
  /** Whether the query of such an address holds for its path, now. */
  readonly holds: (path: string, query: URLSearchParams) => Promise<boolean>
}

/** Signs by HMAC-SHA-256 with a key of its own, kept in the database and generated on first use [G3]. */
export function createUrlSigner(database: Database, now: () => number = Date.now): UrlSigner {
  let known: Promise<CryptoKey> | null = null
  const key = (): Promise<CryptoKey> => {
    known ??= signingKey(database).catch((error) => {
      known = null
      throw error
    })
    return known
  }
  return {
    sign: async (path, expires) => {
      const signature = await crypto.subtle.sign('HMAC', await key(), signed(path, String(expires)))
      return `${path}?expires=${expires}&signature=${toBase64Url(new Uint8Array(signature))}`
    },
    holds: async (path, query) => {
      const [expires, text] = [query.get('expires') ?? '', query.get('signature') ?? '']
      const signature = fromBase64Url(text)
      if (!/^\d{1,12}$/.test(expires) || signature === null || Number(expires) * 1000 <= now()) return false
      return crypto.subtle.verify('HMAC', await key(), signature, signed(path, expires))
    },
  }
}

function signed(path: string, expires: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(`${path}\n${expires}`))
}

/** Instances that start together agree: whoever writes first decides, and everyone reads back what was written. */
async function signingKey(database: Database): Promise<CryptoKey> {
  const text = (await stored(database)) ?? (await generated(database))
  const bytes = text === null ? null : fromBase64Url(text)
  if (bytes?.length !== 32) throw new Error(`the setting ${SETTING} does not hold a 256-bit key`)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

async function generated(database: Database): Promise<string | null> {
  await database.kysely
    .insertInto('settings')
    .values({ key: SETTING, value: randomText(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return stored(database)
}

async function stored(database: Database): Promise<string | null> {
  const rows = await database.read({ text: 'select value from settings where key = $1', values: [SETTING] })
  return rows[0]?.[0] ?? null
}
