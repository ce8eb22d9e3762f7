import { Hono } from 'hono'
import type { AppEnv } from '../http.ts'
import type { PermissionClient } from '../services/permission/client.ts'
import type { PermissionInventory } from '../services/permission/inventory.ts'
import { conditionalBody } from './conditional-body.ts'
import { getOnly } from './get-only.ts'
import { passOnTo } from './pass-on.ts'

interface PermissionRoutes {
  readonly client: Pick<PermissionClient, 'forward'>
  /** What this instance believes of rights is read afresh [P5]. */
  readonly forget: () => void
}

/** The permission service's own routes (docs/permissions.md). */
export function permissionRoutes({ client, forget }: PermissionRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/permission/v1/*', async (c) => {
    const answer = await passOnTo(c, client, 'permissions are kept for services and administrators')
    if (c.req.method === 'POST' && answer.ok) forget()
    return answer
  })
}

/** `GET /configurablepermissions`: what there is to permit, told to anyone (specification, "B. Page-render server"). */
export function configurablePermissions(
  inventory: () => PermissionInventory,
  digest: (text: string) => string,
): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/configurablepermissions', (c) => {
      const body = JSON.stringify(inventory())
      return conditionalBody(c, body, `"${digest(body)}"`, 'application/json')
    })
    .all('/configurablepermissions', getOnly)
}
