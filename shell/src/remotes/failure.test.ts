import { expect, test } from 'vitest'
import { failureReason } from './failure.ts'

const remote = { name: 'films', entry: 'https://cdn.example/a/remoteEntry.js' }
const none: ReadonlySet<string> = new Set()
const reason = (error: unknown, refused = none) => failureReason(error, remote, refused)

test.each([
  'Failed to fetch dynamically imported module: https://cdn.example/a/remoteEntry.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
  '[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008\nargs: {}',
])('[R5.b] a script that could not be had is told with its origin: %s', (text) =>
  expect(reason(new TypeError(text))).toBe('Its script could not be loaded from https://cdn.example.'),
)

test('[R5.b] a script that is no script is told as such', () =>
  expect(reason(new SyntaxError('Unexpected token'))).toBe('Its script cannot be read: Unexpected token'))

test('[R5.b] what the page’s policy kept out is told, with what to do', () =>
  expect(reason(new TypeError('Failed to fetch'), new Set(['https://cdn.example']))).toBe(
    'This page does not let https://cdn.example in. Reload it if the bundle is new.',
  ))

test('[R5.b] what a bundle throws is shown by its first line, of whatever it is', () => {
  expect(reason(new Error('no licence\nat x'))).toBe('no licence')
  expect(reason('a text')).toBe('a text')
  expect(reason(undefined)).toBe('undefined')
  expect(reason(new Error(''))).toBe('It failed without saying why.')
  expect(reason(new Error('x'.repeat(500)))).toHaveLength(201)
})
