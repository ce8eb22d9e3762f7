import { expect, test } from 'vitest'
import { isPublic } from './public-routes.ts'

test.each([
  ['GET', '/health'],
  ['HEAD', '/health'],
  ['GET', '/health/ready'],
  ['GET', '/configurablepermissions'],
  ['POST', '/oauth/token'],
  ['POST', '/api/v2/auth/login'],
  ['POST', '/api/v2/auth/logout'],
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
  ['PUT', '/api/v2/auth/login'],
  ['GET', '/oauth/token'],
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
