import { createHash, createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

interface Server {
  readonly run: () => Promise<AddressInfo>
  readonly close: () => Promise<void>
}
/** It has no types of its own. */
const S3rver: new (options: object) => Server = createRequire(import.meta.url)('s3rver')

export interface S3Server {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  readonly folder: string
  readonly stop: () => Promise<void>
}

/** An S3 server of the machine's own with the bucket `films`; it keeps its objects in the folder. */
export async function startS3(folder: string): Promise<S3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: 'films', configs: [] }],
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    folder,
    stop: () => server.close(),
  }
}

/**
 * Whether the signature of a request to S3 holds (AWS Signature Version 4), worked out as a server does from what it is
 * sent. The server above looks at the access key alone.
 */
export function signatureHolds({ method, url, headers }: Request, secretKey: string): boolean {
  const found = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.get('authorization') ?? '',
  )
  const [, credential = '', signed = '', signature] = found ?? []
  const [, day = '', region = '', service = '', end = ''] = credential.split('/')
  const { pathname, searchParams, host } = new URL(url)
  const encode = (text: string): string =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
  const path = pathname.split('/').map((segment) => encode(decodeURIComponent(segment)))
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const values = signed.split(';').map((name) => `${name}:${name === 'host' ? host : headers.get(name)}\n`)
  const body = headers.get('x-amz-content-sha256')
  const canonical = [method, path.join('/'), query.join('&'), values.join(''), signed, body].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', headers.get('x-amz-date'), scope, hash].join('\n')
  const key = [day, region, service, end].reduce<Buffer | string>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretKey}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}
