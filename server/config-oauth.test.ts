import { describe, expect, it } from 'vitest'
import { oauthConfig } from './config-oauth.ts'

describe('configuration of the authorization server', () => {
  it('[RT:oauth.4] [G3] takes each value from its variable', () => {
    const env = {
      OAUTH_AUTHORIZE_PATH: '/connect/authorize',
      OAUTH_TOKEN_PATH: '/connect/token',
      OAUTH_ISSUER: 'https://cms.example/',
      REFRESH_TOKEN_REUSE_LEEWAY: '5',
      TOKEN_REFRESH_WINDOW: '60',
      SIGNING_KEY_DAYS: '7',
    }
    expect(oauthConfig(env)).toEqual({
      authorizePath: '/connect/authorize',
      tokenPath: '/connect/token',
      issuer: 'https://cms.example',
      refreshTokenReuseLeeway: 5,
      tokenRefreshWindow: 60,
      signingKeyDays: 7,
    })
  })

  it.each([
    [{ OAUTH_AUTHORIZE_PATH: 'authorize' }, 'OAUTH_AUTHORIZE_PATH: expected a path'],
    [{ OAUTH_AUTHORIZE_PATH: '//evil.example' }, 'OAUTH_AUTHORIZE_PATH: expected a path'],
    [{ OAUTH_AUTHORIZE_PATH: '/a/../b' }, 'OAUTH_AUTHORIZE_PATH: expected a path'],
    [{ OAUTH_TOKEN_PATH: '/token/' }, 'OAUTH_TOKEN_PATH: expected a path'],
    [{ OAUTH_TOKEN_PATH: '/:token' }, 'OAUTH_TOKEN_PATH: expected a path'],
    [{ OAUTH_TOKEN_PATH: '/api/v1/token' }, 'OAUTH_TOKEN_PATH: is a path that something else has'],
    [{ OAUTH_TOKEN_PATH: '/oauth/jwks' }, 'OAUTH_TOKEN_PATH: is a path that something else has'],
    [{ OAUTH_TOKEN_PATH: '/oauth/authorize' }, 'OAUTH_TOKEN_PATH: must not be'],
    [{ OAUTH_ISSUER: 'https://cms.example/x' }, 'OAUTH_ISSUER: expected an origin'],
    [{ OAUTH_ISSUER: 'cms.example' }, 'OAUTH_ISSUER: expected a URL'],
    [{ REFRESH_TOKEN_REUSE_LEEWAY: '0' }, 'REFRESH_TOKEN_REUSE_LEEWAY: expected a whole number from 1 to 600'],
    [{ TOKEN_REFRESH_WINDOW: '2m' }, 'TOKEN_REFRESH_WINDOW: expected a whole number'],
    [{ SIGNING_KEY_DAYS: '0' }, 'SIGNING_KEY_DAYS: expected a whole number'],
  ])('[G3] refuses %j', (env, message) => {
    expect(() => oauthConfig(env)).toThrow(message)
  })
})
