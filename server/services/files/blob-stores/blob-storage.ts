import { azureStore } from './azure-store.ts'
import { credentialsOf } from './bucket.ts'
import type { StoreKind } from './store-kind.ts'
import { told } from './told.ts'

/** A container of Azure Blob Storage. */
export const blobStorage: StoreKind = {
  name: 'blob storage',
  keeps: ({ type }) => type === 2,
  open: (area) => {
    const { username: account, password: accountKey } = credentialsOf(area)
    const [container = '', ...folders] = area.path.replace(/^\/+/, '').split('/')
    const place = { account, accountKey, container, prefix: folders.join('/'), endpoint: area.endpoint }
    return told(
      area,
      azureStore(place, (request) => fetch(request)),
    )
  },
}
