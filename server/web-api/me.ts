import { type Context, Hono } from 'hono'
import { type Auth, accessTokenHash } from '../auth/index.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import { CONTENT_TYPE } from '../data-api/read.ts'
import type { Database } from '../db/database.ts'
import { type AppEnv, requireCaller } from '../http.ts'
import { NO_STORE } from './display.ts'
import { getOnly } from './get-only.ts'

export interface MeRoutes {
  readonly auth: Auth
  readonly catalog: () => Catalog
  readonly database: Pick<Database, 'read'>
}

/** `GET /api/v1/me`: who calls, by which client, in which groups and with which rights [D9.b]. */
export function meRoutes({ auth, catalog, database }: MeRoutes): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/api/v1/me', async (c) => {
      const { rights } = requireCaller(c)
      const body = {
        ...(await identity(c, database)),
        _permissions: {
          _unrestricted: rights.unrestricted,
          _mediaTypes: mediaTypePermissions(catalog(), rights),
          _sources: sourcePermissions(rights),
        },
        _tokenHash: await accessTokenHash(c, auth),
      }
      return c.json(body, 200, { ...NO_STORE, 'content-type': CONTENT_TYPE })
    })
    .all('/api/v1/me', getOnly)
}

const IDENTITY = `
select (select json_build_object('_id', u.id, '_type', 'users', '_href', '/api/v1/users/' || u.id,
    'username', u.username, 'name', u.name, 'email', u.email, 'is_administrator', u.is_administrator)::text
  from users u where u.id = $1),
 (select coalesce(json_agg(json_build_object('_id', g.id, '_type', 'groups', '_href', '/api/v1/groups/' || g.id,
    'name', g.name) order by g.name, g.id), '[]')::text
  from user_groups m join groups g on g.id = m.group_id where m.user_id = $1),
 (select json_build_object('client_id', c.client_id, 'name', c.name, 'client_type', c.client_type)::text
  from oauth_clients c where c.client_id = $2)`

async function identity(c: Context<AppEnv>, database: Pick<Database, 'read'>) {
  const { userId, clientId } = requireCaller(c)
  const [row] = await database.read({ name: 'me', text: IDENTITY, values: [userId, clientId] })
  const [user, groups, client] = (row ?? []).map((text) => JSON.parse(text ?? 'null'))
  return { _user: user, _groups: groups, _client: client }
}

/** What may be done on each media type that may be read or written. */
function mediaTypePermissions({ mediaTypes }: Catalog, rights: Rights) {
  const entries = [...mediaTypes.values()].flatMap((type) => {
    const may = mediaTypeRights(rights, type)
    const permissions = { can_read: may.read, can_create: may.create, can_write: may.write, can_delete: may.delete }
    return Object.values(permissions).includes(true) ? [[type.name, permissions] as const] : []
  })
  return Object.fromEntries(entries)
}

/** What may be done with records of each source, by its id, sources below granted ones included; null: of every source. */
function sourcePermissions({ sources }: Rights) {
  if (sources === null) return null
  const [read, write, remove] = [sources.read, sources.write, sources.delete].map((ids) => new Set(ids))
  const ids = [...new Set([...sources.read, ...sources.write, ...sources.delete])].sort((a, b) => a - b)
  const entries = ids.map(
    (id) => [id, { can_read: read?.has(id), can_write: write?.has(id), can_delete: remove?.has(id) }] as const,
  )
  return Object.fromEntries(entries)
}
