import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

describe('the configuration of presence', () => {
  it('[G1.b] [EV6] [LIM:concurrency-poll] [LIM:concurrency-expiry] [LIM:concurrency-scan] takes where it is kept, and its times', () => {
    const account = {
      ...{ SERVICE_CLIENT_ID: 'renderer', SERVICE_CLIENT_SECRET: 's' },
      ...{ SERVICE_USERNAME: 'robot', SERVICE_PASSWORD: 'p' },
    }
    const url = 'https://presence.example'
    const times = { CONCURRENCY_EXPIRY: '00:00:30', CONCURRENCY_SCAN: '01:00:01', CONCURRENCY_USER_CACHE: '24:00:00' }
    const given = { ...account, ...times, CONCURRENCY_URL: url, USER_CONCURRENCY_POLLING_TIME: '5' }
    const taken = { pollingSeconds: 5, expiryMs: 30_000, scanMs: 3_601_000, userCacheMs: 86_400_000 }
    expect(loadConfig(given).services.concurrency).toEqual({ url, ...taken })
    expect(loadConfig({ ...given, SERVICES: 'concurrency' }).services).toMatchObject({
      only: ['concurrency'],
      concurrency: { url: null, ...taken },
    })
    expect(loadConfig({}).services.concurrency).toEqual({
      url: null,
      pollingSeconds: 10,
      expiryMs: 240_000,
      scanMs: 600_000,
      userCacheMs: 60_000,
    })
  })

  it.each([
    ['CONCURRENCY_URL', 'presence', 'expected a URL of the form http://host:port or https://host'],
    ['USER_CONCURRENCY_POLLING_TIME', '0', 'expected a whole number from 1 to 3600, found 0'],
    ['USER_CONCURRENCY_POLLING_TIME', '240', 'expected less than CONCURRENCY_EXPIRY'],
    ['CONCURRENCY_EXPIRY', '240', 'expected a time span as hh:mm:ss such as 00:04:00, from 00:00:01 to 24:00:00'],
    ['CONCURRENCY_SCAN', '00:60:00', 'expected a time span as hh:mm:ss such as 00:10:00, from 00:00:01 to 24:00:00'],
    [
      'CONCURRENCY_USER_CACHE',
      '00:00:00',
      'expected a time span as hh:mm:ss such as 00:01:00, from 00:00:01 to 24:00:00',
    ],
  ])('[G3.a] refuses %s=%s in one line that names it', (name, value, message) => {
    expect(() => loadConfig({ [name]: value })).toThrow(new ConfigError(name, message))
  })
})
