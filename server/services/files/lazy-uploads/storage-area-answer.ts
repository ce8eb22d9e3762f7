import type { FileMeans } from '../means.ts'
import type { StorageArea } from '../storage-area.ts'

/** The regions that descriptors and answers name [FD:region], as the storage itself names them. */
export const REGIONS: Readonly<Record<string, string>> = {
  apnortheast1: 'ap-northeast-1',
  apsoutheast1: 'ap-southeast-1',
  apsoutheast2: 'ap-southeast-2',
  cnnorth1: 'cn-north-1',
  eucentral1: 'eu-central-1',
  euwest1: 'eu-west-1',
  saeast1: 'sa-east-1',
  useast1: 'us-east-1',
  usgovcloudwest1: 'us-gov-west-1',
  uswest1: 'us-west-1',
  uswest2: 'us-west-2',
}
export const DEFAULT_REGION = 'useast1'

/** A storage area with all that is needed to write to it (specification, "Storage area descriptor"). */
export function storageAreaAnswer(area: StorageArea, { disk }: Pick<FileMeans, 'disk'>): Record<string, unknown> {
  const { type, path, username, password, permission, endpoint, region } = area
  return {
    Type: type,
    Path: type === 0 && disk !== undefined ? disk(path).path : path,
    Username: username,
    Password: password,
    Permission: permission,
    ExtraSettings: {
      ...(type === 1 ? { Region: regionName(region) } : {}),
      ...(endpoint === null || endpoint.startsWith('r2:') ? {} : { Endpoint: endpoint }),
    },
  }
}

function regionName(region: string | null): string {
  if (region === null) return DEFAULT_REGION
  return Object.entries(REGIONS).find(([, own]) => own === region)?.[0] ?? region
}
