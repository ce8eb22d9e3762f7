import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FtpServer, startFtpServer } from '../../../../e2e/harness/ftp-server.ts'
import { ftp } from './ftp.ts'
import { openSource, parseProblems, refusal, textOf } from './test-source.ts'

let server: FtpServer

beforeAll(async () => {
  server = await startFtpServer({ 'file.txt': 'at the top', 'a/b c/file.txt': 'in a folder' })
})

afterAll(() => server.stop())

const open = (more: object = {}) => {
  const { port, user, password } = server
  return openSource(ftp, { _server: '127.0.0.1', _port: port, _user: user, _password: password, ...more })
}

describe('a file on an FTP server', () => {
  it.each([true, false, undefined])('[FD:ftp] is fetched, in passive mode (%j) or active', async (passive) => {
    const mode = passive === undefined ? {} : { _passive: passive }
    const opened = await open(mode)
    expect(opened).toMatchObject({ size: 10, contentType: null })
    expect(await textOf(opened)).toBe('at the top')
    for (const folder of ['a/b c', '/a/b c/']) {
      expect(await textOf(await open({ ...mode, _subfolder: folder }))).toBe('in a folder')
    }
  })

  it('[FD:ftp] [F2.c] is refused at the member it is about', async () => {
    expect(await refusal(open({ _subfolder: 'none' }))).toEqual(['_filename', 'the server has no such file'])
    expect(await refusal(open({ _password: 'wr0ng' }))).toEqual([
      '_user',
      'the server refused the user or the password',
    ])
    expect(await refusal(open({ _ssl: true }))).toEqual(['_ssl', 'the server offers no encryption'])
    expect(await refusal(open({ _port: 1 }))).toEqual([
      '_server',
      'the server cannot be reached, or does not answer in time',
    ])
  })

  it('[F3] is not inside', async () => {
    for (const inside of ['10.0.0.1', 'localhost', '2130706434', '::1', '[::ffff:10.0.0.1]']) {
      expect(await refusal(open({ _server: inside }))).toEqual(['_server', expect.stringContaining('is not public')])
    }
  })

  it('[FD:ftp] tells all that is wrong', () => {
    const wrong = {
      _server: 'host/path',
      _port: 0,
      _subfolder: 'a\r\nDELE b',
      _user: 'a\nb',
      _password: 1,
      _ssl: 'yes',
      _passive: 1,
    }
    expect(parseProblems(ftp, wrong)).toEqual(Object.keys(wrong).toSorted((a, b) => order(a) - order(b)))
    for (const port of ['21', 1.5, 65_536, -1])
      expect(parseProblems(ftp, { _server: 'h.example', _port: port })).toEqual(['_port'])
    expect(parseProblems(ftp, {})).toEqual(['_server'])
    expect(parseProblems(ftp, { _server: 'h.example' })).toEqual([])
  })
})

const ORDER = ['_server', '_port', '_subfolder', '_ssl', '_passive', '_user', '_password']
const order = (member: string): number => ORDER.indexOf(member)
