import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Auth } from './auth.ts'
import { deviceRoutes } from './devices/routes.ts'
import { login, logout } from './login.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { forgotPassword, type Recovery, resetByLink, validateReset } from './recovery.ts'
import { sessionRoutes } from './sessions-routes.ts'
import { totpRoutes } from './totp-routes.ts'
import { updatePassword } from './update-password.ts'
import { usersRoutes } from './users-routes.ts'

const MAX_BODY = 16_384

/** Sign-in, sign-out, passwords and tokens. Nothing here may be stored by a browser or a proxy. */
export function authRoutes(auth: Auth, recovery: Recovery): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const small = bodyLimit({
    maxSize: MAX_BODY,
    onError: () => {
      throw new AppError({ code: 'TOO_LARGE', detail: `The body is larger than ${MAX_BODY} bytes.` })
    },
  })

  app.route('/', oauthRoutes(auth, small))
  app.route('/', sessionRoutes(auth))
  app.route('/', usersRoutes(auth, small))
  app.route('/', deviceRoutes(auth, small))
  app.use('/api/v2/auth/totp/*', small)
  app.route('/', totpRoutes(auth))
  app.use('/api/v2/auth/passkeys/*', small)
  app.route('/', passkeyRoutes(auth, recovery))
  app.route('/', providerRoutes(auth, small))
  const routes: Readonly<Record<string, (c: Context<AppEnv>) => Promise<Response>>> = {
    login: (c) => login(c, auth),
    logout: (c) => logout(c, auth),
    'update-password': (c) => updatePassword(c, auth),
    'forgot-password': (c) => forgotPassword(c, auth, recovery),
    'reset-password': (c) => resetByLink(c, auth),
    'reset-password/validate': (c) => validateReset(c, auth),
  }
  for (const [path, handle] of Object.entries(routes)) {
    app.post(`/api/v2/auth/${path}`, small, (c) => {
      c.header('cache-control', 'no-store')
      return handle(c)
    })
  }
  return app
}
