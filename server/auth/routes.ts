import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { login, logout } from './login.ts'
import { token } from './token-endpoint.ts'
import { OauthError, oauthErrorResponse } from './token-request.ts'

const MAX_BODY = 16_384

/** Sign-in, sign-out and tokens. Nothing here may be stored by a browser or a proxy. */
export function authRoutes(auth: Auth): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const small = bodyLimit({
    maxSize: MAX_BODY,
    onError: () => {
      throw new AppError({ code: 'TOO_LARGE', detail: `The body is larger than ${MAX_BODY} bytes.` })
    },
  })

  app.post('/oauth/token', small, async (c) => {
    c.header('cache-control', 'no-store')
    c.header('pragma', 'no-cache')
    try {
      return await token(c, auth)
    } catch (error) {
      if (error instanceof OauthError) return oauthErrorResponse(error)
      throw error
    }
  })
  app.get('/oauth/jwks', async (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json({ keys: await auth.keys.published() })
  })
  app.post('/api/v2/auth/login', small, (c) => {
    c.header('cache-control', 'no-store')
    return login(c, auth)
  })
  app.post('/api/v2/auth/logout', (c) => {
    c.header('cache-control', 'no-store')
    return logout(c, auth)
  })
  return app
}
