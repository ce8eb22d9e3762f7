import { expect, test } from 'vitest'
import { isAddress } from './device.ts'
import { deviceName } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0', 'Passkey on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 'Passkey on Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 'Passkey on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile', 'Passkey on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Passkey on Linux'],
  ['something else', 'Passkey'],
])('%s is named', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('passkeys belong to names, not to addresses', () => {
  expect(['127.0.0.1', '[::1]', 'localhost', 'cms.example', '1.example'].map(isAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
