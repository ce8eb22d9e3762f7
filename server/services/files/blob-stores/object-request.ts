import type { BlobStore } from './blob-store.ts'

/** Sends a request to a store; rejects when nobody answers. */
export type SendRequest = (request: Request) => Promise<Response>

/** A store's refusal; the message is for people and holds no secret. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  /** 0: nobody answered. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const ATTEMPTS = 3
const PAUSE_MS = 200

/**
 * Sends a request that may be repeated, once more where the store is busy or nobody answers.
 *
 * @param make makes the request anew, as its signature tells the time.
 * @throws {StoreFault} where its address and keys make no request, and for an answer that is neither a success nor one of `expected`.
 */
export async function exchange(
  send: SendRequest,
  make: () => Promise<Request>,
  expected: readonly number[] = [],
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await answered(send, await made(make))
    if (response !== null && (response.ok || expected.includes(response.status))) return response
    const again = response === null || response.status >= 500 || response.status === 429
    if (!again || attempt === ATTEMPTS) throw await faultOf(response)
    await response?.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
  }
}

/** What the runtime says of such a request has its address in it, and what stands there. */
async function made(make: () => Promise<Request>): Promise<Request> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new StoreFault(0, 'no request can be made of the address and the keys of the storage')
  }
}

async function answered(send: SendRequest, request: Request): Promise<Response | null> {
  try {
    return await send(request)
  } catch (error) {
    // whoever refuses to send at all says so itself
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null
    throw error
  }
}

/** S3 and blob storage name their errors alike. */
async function faultOf(response: Response | null): Promise<StoreFault> {
  if (response === null) return new StoreFault(0, 'the storage cannot be reached')
  const text = await response.text().catch(() => '')
  const code = response.headers.get('x-ms-error-code') ?? tagText(text, 'Code')
  const named = /^[A-Za-z0-9]{1,60}$/.test(code ?? '') ? ` ${code}` : ''
  return new StoreFault(response.status, `the storage answered ${response.status}${named}`)
}

/** The text of the first element of that name in XML that needs no more reading than this. */
export function tagText(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)
  return found === null ? null : unescaped(found[1] as string)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] as string)
}

export function escapedXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A key as the path of an address: each segment percent-encoded as RFC 3986 has it. */
export function encodedKey(key: string): string {
  return key
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replaceAll(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
}

/** A key below a path that may be empty. */
export function joinedKey(prefix: string, key: string): string {
  const trimmed = prefix.replaceAll(/^\/+|\/+$/g, '')
  return trimmed === '' ? key : `${trimmed}/${key}`
}

/** The size of the whole object, of an answer that may hold a part of it. */
export function sizeOf({ headers }: Response): number {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  const size = Number(total ?? headers.get('content-length') ?? Number.NaN)
  if (!Number.isSafeInteger(size)) throw new StoreFault(502, 'the storage did not tell the size of the object')
  return size
}

/** What is read and removed alike in every storage that speaks HTTP; `get` sends the range in the storage's own header. */
export function objectReads(
  request: (
    method: string,
    key: string,
    headers: Record<string, string>,
    expected: readonly number[],
  ) => Promise<Response>,
  rangeHeader: string,
): Pick<BlobStore, 'get' | 'size' | 'remove'> {
  return {
    get: async (key, range) => {
      const headers: Record<string, string> =
        range === undefined ? {} : { [rangeHeader]: `bytes=${range.from}-${range.to}` }
      const response = await request('GET', key, headers, [404])
      if (response.status === 404) {
        await done(response)
        return null
      }
      return { body: response.body ?? new Blob([]).stream(), size: sizeOf(response) }
    },
    size: async (key) => {
      const response = await request('HEAD', key, {}, [404])
      return response.status === 404 ? null : sizeOf(response)
    },
    remove: async (key) => done(await request('DELETE', key, {}, [404])),
  }
}

/** An answer whose body nobody wants. */
export async function done(response: Response): Promise<void> {
  await response.body?.cancel()
}
