import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebSource, type WebSource } from '../../../../e2e/harness/web-source.ts'
import { openSource, parseProblems, refusal, textOf } from './test-source.ts'
import { web } from './web.ts'

const AUTHORIZATION = `Basic ${Buffer.from('jörg:s3cret:x').toString('base64')}`

let server: WebSource

beforeAll(async () => {
  server = await startWebSource((request, response) => {
    const path = request.url ?? ''
    if (path === '/secret' && request.headers.authorization !== AUTHORIZATION) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end('password s3cret:x is wrong')
    } else if (path === '/missing') response.writeHead(404).end('no')
    else if (path === '/part') response.writeHead(206).end('half')
    else if (path === '/zstd') response.writeHead(200, { 'content-encoding': 'zstd' }).end('(')
    else if (path === '/moved') response.writeHead(302, { location: '/secret' }).end()
    else if (path === '/out') response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    else if (path === '/empty') response.end()
    else response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' }).end('the file')
  })
})

afterAll(() => server.stop())

const open = (path: string, more: object = {}) => openSource(web, { _url: `${server.url}${path}`, ...more })

describe('a file on the web', () => {
  it('[FD:web] is fetched', async () => {
    const opened = await open('/file?x=1')
    expect(opened).toMatchObject({ size: null, contentType: 'text/plain; charset=UTF-8' })
    expect(await textOf(opened)).toBe('the file')
    expect(server.requests.at(-1)).toMatchObject({ path: '/file?x=1', authorization: undefined })
    expect(await textOf(await open('/empty'))).toBe('')
  })

  it('[FD:web] is fetched with a user and a password, over redirects as well', async () => {
    const credentials = { _user: 'jörg', _password: 's3cret:x' }
    expect(await textOf(await open('/secret', credentials))).toBe('the file')
    expect(await textOf(await open('/moved', credentials))).toBe('the file')
  })

  it('[F2.c] [FD:web] is refused without a word of the server', async () => {
    const refused = await refusal(open('/secret', { _user: 'jörg', _password: 'wrong' }))
    expect(refused).toEqual(['_url', 'the server refuses to give the file (status 401)'])
    expect(await refusal(open('/missing'))).toEqual(['_url', 'the server answers with status 404'])
    expect(await refusal(open('/part'))).toEqual(['_url', 'the server answers with status 206'])
    expect(await refusal(open('/zstd'))).toEqual(['_url', 'the server sends the file as zstd'])
  })

  it('[F3] is not inside', async () => {
    expect(await refusal(open('/out'))).toEqual(['_url', expect.stringContaining('10.0.0.1 is not public')])
    expect(await refusal(openSource(web, { _url: 'http://169.254.169.254/latest' }))).toEqual([
      '_url',
      expect.stringContaining('is not public'),
    ])
  })

  it.each([
    undefined,
    null,
    7,
    '',
    'file.txt',
    '//host.example/x',
    'ftp://host.example/x',
    'file:///etc/passwd',
    'http://user:password@host.example/',
    'http://',
  ])('[FD:web] is not at %j', (url) => {
    expect(parseProblems(web, { _url: url })).toEqual(['_url'])
  })

  it('[FD:web] tells all that is wrong', () => {
    expect(parseProblems(web, { _url: 1, _user: 'a\nb', _password: 7 })).toEqual(['_user', '_password', '_url'])
    expect(parseProblems(web, { _url: 'https://host.example/x', _user: 'a:b' })).toEqual(['_user'])
  })
})
