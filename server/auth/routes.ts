import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { login, logout } from './login.ts'
import { oauthRoutes } from './oauth-routes.ts'

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

  app.route('/', oauthRoutes(auth, small))
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
