import { problem } from '../../../write/body.ts'
import { type S3Bucket, s3Store } from '../blob-stores/s3-store.ts'
import { DEFAULT_REGION, REGIONS } from '../regions.ts'
import { openObject, readEndpoint, readFolder, readNeeded } from './from-store.ts'
import type { FileSource } from './source.ts'

/** An object in somebody's bucket, copied while the caller waits [FD:amazons3] [API7.a]. */
export const amazonS3: FileSource<S3Bucket> = {
  name: 'amazons3',
  members: ['_accessKey', '_secretKey', '_bucket', '_region', '_subfolder', '_endpoint'],
  parse: (value, pointer, problems) => {
    const before = problems.length
    const { _region: named = DEFAULT_REGION } = value
    const region = typeof named === 'string' && Object.hasOwn(REGIONS, named) ? REGIONS[named] : undefined
    if (region === undefined)
      problems.push(problem(`${pointer}/_region`, `expected one of ${Object.keys(REGIONS).join(', ')}`))
    const place = {
      accessKey: readNeeded(value, '_accessKey', pointer, problems),
      secretKey: readNeeded(value, '_secretKey', pointer, problems),
      bucket: readNeeded(value, '_bucket', pointer, problems),
      prefix: readFolder(value, pointer, problems),
      endpoint: readEndpoint(value, pointer, problems),
    }
    // in an address of Amazon's the name of a bucket is that of a host
    if (place.bucket !== '' && !/^[A-Za-z0-9][\w.-]{1,253}$/.test(place.bucket))
      problems.push(problem(`${pointer}/_bucket`, 'expected the name of a bucket'))
    return region === undefined || problems.length > before ? null : { ...place, region }
  },
  open: (place, { name, outside, pointer }) =>
    openObject(
      s3Store(place, (request) => outside.fetch(request, `${pointer}/_bucket`)),
      name,
      pointer,
    ),
}
