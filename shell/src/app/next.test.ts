import { expect, test } from 'vitest'
import { isServicePage, loginPath, nextPath } from './next.ts'

test('signing in leads back to where the user was', () => {
  const path = loginPath({ pathname: '/p/films', search: '?page=2' })
  expect(nextPath(path.slice(path.indexOf('?')))).toBe('/p/films?page=2')
})

test.each([
  ...['https://evil.example/', '//evil.example', '/\\evil.example', '/login?next=/login'],
  // a browser leaves out tabs and line ends, and goes up where it is told to
  ...[
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/p/..//evil.example',
    '/%2e//evil.example',
    '/./login',
  ],
])('never leads to %j', (next) => expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe('/'))

test.each([
  ['/help', true],
  ['/help/movies?find=x', true],
  ['/help?find=x', true],
  ['/oauth/authorize?client_id=x', true],
  ['/helpers', false],
  ['/oauthors', false],
  ['/p/help', false],
  ['/', false],
])('%s is a page of the service: %s', (path, is) => expect(isServicePage(path)).toBe(is))
