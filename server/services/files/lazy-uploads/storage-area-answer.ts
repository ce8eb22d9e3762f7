import type { FileMeans } from '../means.ts'
import { DEFAULT_REGION, REGIONS } from '../regions.ts'
import type { StorageArea } from '../storage-area.ts'

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
