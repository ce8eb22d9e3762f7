import { AppError } from '../../../errors.ts'
import { joinedKey } from './object-request.ts'
import type { StoreKind } from './store-kind.ts'

const ENDPOINT = 'r2:'

/** An R2 bucket of the Worker's own; the first part of the area's path is the bucket's name, as of any bucket. */
export const r2: StoreKind = {
  name: 'r2',
  keeps: ({ type, endpoint }) => type === 1 && endpoint?.startsWith(ENDPOINT) === true,
  open: ({ name, path, endpoint }, means) => {
    const binding = (endpoint ?? '').slice(ENDPOINT.length)
    const store = means.bucket?.(binding) ?? null
    if (store === null) {
      const where = means.bucket === undefined ? 'this runtime is no Worker' : `no bucket is bound as ${binding}`
      throw new AppError({ code: 'VALIDATION', detail: `the storage area ${name} cannot be opened: ${where}` })
    }
    const [, ...folders] = path.replace(/^\/+/, '').split('/')
    const own = (key: string): string => joinedKey(folders.join('/'), key)
    return {
      put: (key, body, about) => store.put(own(key), body, about),
      get: (key, range) => store.get(own(key), range),
      size: (key) => store.size(own(key)),
      remove: (key) => store.remove(own(key)),
    }
  },
}
