import { sharedKeyHeader } from './azure-signature.ts'
import type { BlobStore } from './blob-store.ts'
import { done, encodedKey, exchange, joinedKey, objectReads, type SendRequest } from './object-request.ts'
import { putInParts } from './put-in-parts.ts'

/** A container of blob storage, or a folder in it. */
export interface AzureContainer {
  readonly account: string
  /** Base64, as the account shows it. */
  readonly accountKey: string
  readonly container: string
  /** Path in the container that keys are relative to; may be empty. */
  readonly prefix: string
  /** Null: Azure's own. */
  readonly endpoint: string | null
}

const VERSION = '2021-08-06'

/** Block blobs of Azure Blob Storage, by its REST API. Blocks of an upload that broke off are dropped by the storage. @throws {StoreFault} */
export function azureStore(place: AzureContainer, send: SendRequest, partSize?: number): BlobStore {
  const { account, accountKey } = place
  const base = place.endpoint?.replace(/\/+$/, '') ?? `https://${account}.blob.core.windows.net`
  const folder = `${base}/${encodedKey(place.container)}`
  const request = (
    method: string,
    key: string,
    more: { query?: string; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
    expected: readonly number[] = [],
  ): Promise<Response> =>
    exchange(
      send,
      async () => {
        const { query = '', headers = {}, body = null } = more
        const url = `${folder}/${encodedKey(joinedKey(place.prefix, key))}${query}`
        const own = { ...headers, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION }
        const signed = { method, url, headers: own, length: body?.byteLength ?? 0 }
        const authorization = await sharedKeyHeader(signed, account, accountKey)
        return new Request(url, { method, body, headers: { ...own, authorization, 'accept-encoding': 'identity' } })
      },
      expected,
    )

  return {
    put: (key, body, about) =>
      putInParts(
        body,
        about,
        {
          whole: async (bytes) => {
            const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-type': about.contentType }
            await done(await request('PUT', key, { headers, body: bytes }))
          },
          begin: async () => {
            // blocks of two writers of one blob must not be taken for each other's
            const writer = crypto.randomUUID()
            const ids: string[] = []
            return {
              part: async (number, bytes) => {
                const id = btoa(`${writer}-${String(number).padStart(6, '0')}`)
                const query = `?comp=block&blockid=${encodeURIComponent(id)}`
                await done(await request('PUT', key, { query, body: bytes }))
                ids.push(id)
              },
              complete: async () => {
                const headers = { 'x-ms-blob-content-type': about.contentType, 'content-type': 'application/xml' }
                const list = `<BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`
                const body = new Uint8Array(new TextEncoder().encode(list))
                await done(await request('PUT', key, { query: '?comp=blocklist', headers, body }))
              },
              abort: async () => undefined,
            }
          },
        },
        partSize,
      ),
    ...objectReads((method, key, headers, expected) => request(method, key, { headers }, expected), 'x-ms-range'),
  }
}
