import { AwsClient } from 'aws4fetch'
import type { BlobStore } from './blob-store.ts'
import {
  done,
  encodedKey,
  escapedXml,
  exchange,
  joinedKey,
  objectReads,
  type SendRequest,
  StoreFault,
  tagText,
} from './object-request.ts'
import { putInParts } from './put-in-parts.ts'

/** A bucket, or a folder in it. */
export interface S3Bucket {
  readonly bucket: string
  /** Path in the bucket that keys are relative to; may be empty. */
  readonly prefix: string
  /** As the storage names it: `eu-west-1`. */
  readonly region: string
  /** Null: Amazon's. */
  readonly endpoint: string | null
  readonly accessKey: string
  readonly secretKey: string
}

/** Objects in S3 and whatever speaks as it does, by its REST API. @throws {StoreFault} */
export function s3Store(place: S3Bucket, send: SendRequest, partSize?: number): BlobStore {
  const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const base = baseOf(place)
  const request = (
    method: string,
    key: string,
    more: { query?: string; headers?: Record<string, string>; body?: BodyInit; range?: string } = {},
    expected: readonly number[] = [],
  ): Promise<Response> =>
    exchange(
      send,
      async () => {
        const { query = '', headers = {}, body = null } = more
        const url = `${base}/${encodedKey(joinedKey(place.prefix, key))}${query}`
        const signed = await client.sign(url, { method, headers, body })
        // a proxy or the runtime may write it anew, so it is not signed
        signed.headers.set('accept-encoding', 'identity')
        if (more.range !== undefined) signed.headers.set('range', more.range)
        return signed
      },
      expected,
    )

  return {
    put: (key, body, about) => {
      const headers = { 'content-type': about.contentType }
      return putInParts(
        body,
        about,
        {
          whole: async (bytes) => done(await request('PUT', key, { headers, body: bytes })),
          begin: async () => {
            const begun = await (await request('POST', key, { query: '?uploads=', headers })).text()
            const upload = tagText(begun, 'UploadId')
            if (upload === null) throw new StoreFault(502, 'the storage began no upload')
            const id = `uploadId=${encodeURIComponent(upload)}`
            const tags: string[] = []
            return {
              part: async (number, bytes) => {
                const answer = await request('PUT', key, { query: `?partNumber=${number}&${id}`, body: bytes })
                tags.push(answer.headers.get('etag') ?? '')
                await done(answer)
              },
              complete: async () => {
                const answer = await request('POST', key, { query: `?${id}`, body: partList(tags) })
                // a failure that came to light late is told in an answer that began as a success
                if ((await answer.text()).includes('<Error>'))
                  throw new StoreFault(502, 'the storage did not put the parts together')
              },
              abort: async () => done(await request('DELETE', key, { query: `?${id}` }, [404])),
            }
          },
        },
        partSize,
      )
    },
    // the range is not signed
    ...objectReads(
      (method, key, { range }, expected) => request(method, key, range === undefined ? {} : { range }, expected),
      'range',
    ),
  }
}

/** Amazon has a host for each bucket, which certificates do not cover where its name has dots; others rarely have one. */
function baseOf({ bucket, region, endpoint }: S3Bucket): string {
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${encodedKey(bucket)}`
  const domain = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return bucket.includes('.') ? `https://${domain}/${encodedKey(bucket)}` : `https://${bucket}.${domain}`
}

function partList(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedXml(tag)}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}
