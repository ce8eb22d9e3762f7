import { expect, test } from 'vitest'
import { isPublic, publicRoutes } from './public-routes.ts'

test.each([
  ['GET', '/health'],
  ['HEAD', '/health'],
  ['GET', '/health/ready'],
  ['GET', '/configurablepermissions'],
  ['POST', '/oauth/token'],
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/authorize'],
  ['GET', '/oauth/jwks'],
  ['POST', '/oauth/introspect'],
  ['POST', '/oauth/revoke'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['POST', '/api/v2/auth/login'],
  ['POST', '/api/v2/auth/logout'],
  ['POST', '/api/v2/auth/passkeys/sign-in/options'],
  ['POST', '/api/v2/auth/passkeys/sign-in'],
  ['POST', '/api/v2/auth/forgot-password'],
  ['POST', '/api/v2/auth/reset-password'],
  ['POST', '/api/v2/auth/reset-password/validate'],
  ['GET', '/'],
  ['GET', '/login'],
  ['HEAD', '/assets/index.js'],
  ['GET', '/apiary'],
  ['GET', '/users-guide'],
])('[AUTH21] [A7] %s %s answers without a sign-in', (method, path) => {
  expect(isPublic(method, path)).toBe(true)
})

test.each([
  ['GET', '/api'],
  ['GET', '/api/v1/movies'],
  ['GET', '/api/v2/auth/login'],
  ['POST', '/api/v2/auth/login/'],
  ['POST', '/api/v2/auth/update-password'],
  ['GET', '/api/v2/auth/reset-password'],
  ['POST', '/api/v2/auth/reset-password/else'],
  ['PUT', '/api/v2/auth/login'],
  ['GET', '/oauth/token'],
  ['GET', '/oauth/introspect'],
  ['DELETE', '/oauth/revoke'],
  ['GET', '/api/v2/auth/consents'],
  ['GET', '/api/v2/auth/passkeys'],
  ['POST', '/api/v2/auth/passkeys/register/options'],
  ['POST', '/api/v2/auth/passkeys/register'],
  ['GET', '/.well-known/else'],
  ['GET', '/user/me'],
  ['GET', '/help'],
  ['GET', '/openapi.json'],
  ['POST', '/configurablepermissions'],
  ['GET', '/permission/v1/authorization/1/1'],
  ['POST', '/edithistory/v1/save/batch'],
  ['GET', '/concurrency/v1/health'],
  ['GET', '/contentcriteria/1'],
  ['GET', '/epg/data'],
  ['GET', '/health/secrets'],
  ['POST', '/'],
  ['DELETE', '/login'],
  ['OPTIONS', '/'],
  ['get', '/'],
])('[ERR:unauthenticated] %s %s is closed', (method, path) => {
  expect(isPublic(method, path)).toBe(false)
})

test('[RT:oauth.4] configured paths are open, and the usual ones then are not', () => {
  const isOpen = publicRoutes({ authorizePath: '/connect/authorize', tokenPath: '/api/token' })
  expect([isOpen('POST', '/api/token'), isOpen('GET', '/connect/authorize')]).toEqual([true, true])
  expect([isOpen('POST', '/oauth/token'), isOpen('GET', '/oauth/authorize')]).toEqual([false, false])
})
