import { Hono, type MiddlewareHandler } from 'hono'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http.ts'
import type { Auth } from '../auth.ts'
import { person } from '../own-password.ts'
import { callback } from './callback.ts'
import { identitiesOf, unlinkIdentity } from './identities.ts'
import { start, startLink } from './start.ts'

const PRIVATE = { 'cache-control': 'no-store' }

/** Signing in through other providers [A6], and the accounts there that users linked; `small` bounds bodies. */
export function providerRoutes(auth: Auth, small: MiddlewareHandler): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get('/api/v2/auth/providers', (c) => {
    const providers = auth.providers.list.map(({ key, name }) => ({ key, name }))
    return c.json({ providers }, 200, PRIVATE)
  })
  app.get('/api/v2/auth/providers/:key/start', (c) => start(c, auth))
  app.get('/api/v2/auth/providers/:key/callback', (c) => callback(c, auth))
  app.post('/api/v2/auth/providers/:key/link', small, async (c) => {
    c.header('cache-control', 'no-store')
    return startLink(c, auth)
  })
  app.get('/api/v2/auth/identities', async (c) => {
    const identities = await identitiesOf(auth, person(c).userId)
    return c.json({ identities }, 200, PRIVATE)
  })
  app.delete('/api/v2/auth/identities/:id', async (c) => {
    const { userId } = person(c)
    const id = c.req.param('id')
    if (/^\d{1,15}$/.test(id) && (await unlinkIdentity(auth, userId, Number(id)))) return c.body(null, 204)
    throw new AppError({ code: 'NOT_FOUND', detail: 'No such account is linked.' })
  })
  return app
}
