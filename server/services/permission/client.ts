import type { HeldItem, ItemOwners } from '../../auth/permission-items.ts'
import { forwarded } from '../forwarded.ts'
import { reasonOf, serviceDown } from '../service-down.ts'
import type { Send } from '../transport.ts'
import type { PermissionInventory } from './inventory.ts'

export interface PermissionClient {
  /** Items of a user with those of the user's groups, of a group or of a client; of several all. */
  readonly items: (owners: ItemOwners) => Promise<readonly HeldItem[]>
  /** What permissions there are to give. */
  readonly inventory: () => Promise<PermissionInventory>
  /** Hands a request on as it is, to the service's own address. */
  readonly forward: (request: Request) => Promise<Response>
  /** Throws when the service cannot serve. */
  readonly check: () => Promise<void>
}

/** Any origin: a `Send` puts the service's own in its place. */
const ORIGIN = 'http://permission.invalid'

/** Every method rejects with DEPENDENCY_DOWN when the service does not serve. */
export function permissionClient(send: Send): PermissionClient {
  async function get<T>(path: string, none?: T): Promise<T> {
    const headers = { accept: 'application/json' }
    const response = await send(new Request(`${ORIGIN}/permission/v1/${path}`, { headers }))
    const text = await response.text()
    if (response.status === 404 && none !== undefined) return none
    if (!response.ok) throw serviceDown(`permissions: ${reasonOf(response.status, text)}`)
    return JSON.parse(text) as T
  }
  return {
    items: async (owners) => {
      const asked = Object.entries(owners).filter(([, name]) => name !== undefined)
      const all = asked.map(([kind, name]) =>
        get<readonly HeldItem[]>(`authorization/${encodeURIComponent(String(name))}/${kind}`, []),
      )
      return (await Promise.all(all)).flat()
    },
    inventory: () => get('inventory'),
    forward: (request) => forwarded(request, send, ORIGIN),
    check: async () => {
      await get('health')
    },
  }
}
