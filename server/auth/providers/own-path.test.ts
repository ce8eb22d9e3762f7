import { describe, expect, it } from 'vitest'
import { ownPath, withParameter } from './own-path.ts'

describe('[A6] where a sign-in leads back to', () => {
  it.each(['/', '/p/films?filter=title_$eq_x#a', '/account', '/oauth/authorize?client_id=a', '/apidocs'])(
    'is a page of ours: %s',
    (path) => expect(ownPath(path)).toBe(path),
  )

  it.each([
    ...[
      null,
      undefined,
      '',
      'p/films',
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\/evil.example',
    ],
    ...['/\t/evil.example', '/\n/evil.example', '/a\\b', '/é', '/login', '/login?next=/', '/api/v2/auth/x', '/./login'],
    // without its dots it would be another site's, for whoever puts it together anew
    ...['/.//evil.example', '/p/..//evil.example', '/%2e//evil.example'],
    ...['/p/../login', `/${'a'.repeat(2001)}`],
  ])('is the start for anything else: %j', (path) => expect(ownPath(path)).toBe('/'))

  it('takes another parameter', () => {
    expect(withParameter('/account?a=1#ways', 'linked', 'done')).toBe('/account?a=1&linked=done#ways')
  })
})
