import type { HeldItem, ItemOwners } from '../../auth/permission-items.ts'
import { forwarded } from '../forwarded.ts'
import { reasonOf, serviceDown } from '../service-down.ts'
import type { Send } from '../transport.ts'
import type { PermissionInventory } from './inventory.ts'

export interface PermissionClient {
  /** Items of a user with those of the user's groups, of a group or of a client; of several all. */
  readonly items: (owners: ItemOwners) => Promise<readonly HeldItem[]>
  /** Whose items they are by name, and not what comes from groups or sources above, with their tag; null: no such owner. */
  readonly own: (kind: keyof ItemOwners, name: number | string) => Promise<OwnItems | null>
  /** What permissions there are to give. */
  readonly inventory: () => Promise<PermissionInventory>
  /** Hands a request on as it is, to the service's own address. */
  readonly forward: (request: Request) => Promise<Response>
  /** Throws when the service cannot serve. */
  readonly check: () => Promise<void>
}

export interface OwnItems {
  readonly items: readonly HeldItem[]
  /** To be sent as `If-Match` when they are saved; null where the service gives none. */
  readonly etag: string | null
}

/** Any origin: a `Send` puts the service's own in its place. */
const ORIGIN = 'http://permission.invalid'

/** Every method rejects with DEPENDENCY_DOWN when the service does not serve. */
export function permissionClient(send: Send): PermissionClient {
  async function answer<T>(path: string): Promise<{ readonly body: T; readonly etag: string | null } | null> {
    const headers = { accept: 'application/json' }
    const response = await send(new Request(`${ORIGIN}/permission/v1/${path}`, { headers }))
    const text = await response.text()
    if (response.status === 404) return null
    if (!response.ok) throw serviceDown(`permissions: ${reasonOf(response.status, text)}`)
    return { body: JSON.parse(text) as T, etag: response.headers.get('etag') }
  }
  async function get<T>(path: string, none?: T): Promise<T> {
    const found = (await answer<T>(path))?.body ?? none
    if (found === undefined) throw serviceDown(`permissions: ${reasonOf(404, '')}`)
    return found
  }
  return {
    items: async (owners) => {
      const asked = Object.entries(owners).filter(([, name]) => name !== undefined)
      const all = asked.map(([kind, name]) =>
        get<readonly HeldItem[]>(`authorization/${encodeURIComponent(String(name))}/${kind}`, []),
      )
      return (await Promise.all(all)).flat()
    },
    own: async (kind, name) => {
      const found = await answer<readonly HeldItem[]>(`authorization/${encodeURIComponent(String(name))}/${kind}`)
      return found && { items: found.body.filter(({ isInherited }) => !isInherited), etag: found.etag }
    },
    inventory: () => get('inventory'),
    forward: (request) => forwarded(request, send, ORIGIN),
    check: async () => {
      await get('health')
    },
  }
}
