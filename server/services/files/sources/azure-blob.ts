import { problem } from '../../../write/body.ts'
import { type AzureContainer, azureStore } from '../blob-stores/azure-store.ts'
import { REGIONS } from '../regions.ts'
import { openObject, readEndpoint, readFolder, readNeeded } from './from-store.ts'
import type { FileSource } from './source.ts'

/** A blob in somebody's container, copied while the caller waits [FD:azureblob] [API7.a]. An account is in one region. */
export const azureBlob: FileSource<AzureContainer> = {
  name: 'azureblob',
  members: ['_accountName', '_accountKey', '_bucket', '_region', '_subfolder', '_endpoint'],
  parse: (value, pointer, problems) => {
    const before = problems.length
    const { _region: region } = value
    if (region !== undefined && !(typeof region === 'string' && Object.hasOwn(REGIONS, region)))
      problems.push(problem(`${pointer}/_region`, `expected one of ${Object.keys(REGIONS).join(', ')}`))
    const place = {
      account: readNeeded(value, '_accountName', pointer, problems),
      accountKey: readNeeded(value, '_accountKey', pointer, problems),
      container: readNeeded(value, '_bucket', pointer, problems),
      prefix: readFolder(value, pointer, problems),
      endpoint: readEndpoint(value, pointer, problems),
    }
    // in an address of Azure's the name of an account is that of a host
    if (place.account !== '' && !/^[a-z0-9]{3,24}$/.test(place.account))
      problems.push(problem(`${pointer}/_accountName`, 'expected the name of a storage account'))
    if (place.container !== '' && !/^[$a-z0-9][a-z0-9-]{1,62}$/.test(place.container))
      problems.push(problem(`${pointer}/_bucket`, 'expected the name of a container'))
    return problems.length > before ? null : place
  },
  open: (place, { name, outside, pointer }) =>
    openObject(
      azureStore(place, (request) => outside.fetch(request, `${pointer}/_accountName`)),
      name,
      pointer,
    ),
}
