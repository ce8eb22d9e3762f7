import { AppError } from '../../../errors.ts'
import { REGIONS } from '../regions.ts'
import type { StorageArea } from '../storage-area.ts'
import { s3Store } from './s3-store.ts'
import type { StoreKind } from './store-kind.ts'
import { told } from './told.ts'

/** A bucket of S3, or of what speaks as it does. */
export const bucket: StoreKind = {
  name: 'bucket',
  keeps: ({ type, endpoint }) => type === 1 && !endpoint?.startsWith('r2:'),
  open: (area) => {
    const { username: accessKey, password: secretKey } = credentialsOf(area)
    const [name = '', ...folders] = area.path.replace(/^\/+/, '').split('/')
    const region = REGIONS[area.region ?? ''] ?? area.region ?? 'us-east-1'
    const place = { bucket: name, prefix: folders.join('/'), region, endpoint: area.endpoint, accessKey, secretKey }
    return told(
      area,
      s3Store(place, (request) => fetch(request)),
    )
  },
}

/** @throws {AppError} VALIDATION where an area lacks the keys that its kind needs. */
export function credentialsOf({ name, username, password }: StorageArea): { username: string; password: string } {
  if (username !== null && password !== null) return { username, password }
  throw new AppError({ code: 'VALIDATION', detail: `the storage area ${name} has no access key and secret key` })
}
