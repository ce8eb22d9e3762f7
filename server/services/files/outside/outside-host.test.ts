import { describe, expect, it } from 'vitest'
import { type AllowedHosts, hostName, parseAllowedHosts } from './allowed-hosts.ts'
import { checkHost, type HostPolicy, OutsideFault } from './outside-host.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['8.8.8.8', '2606:4700::1111'],
  'rebound.example': ['8.8.8.8', '127.0.0.1'],
  'inside.example': ['10.0.0.7'],
  'mapped.example': ['::ffff:10.0.0.7'],
  'storage.local': ['10.0.0.9'],
  localhost: ['127.0.0.1'],
}

function allow(text: string): AllowedHosts {
  const allowed = parseAllowedHosts(text)
  if (allowed === null) throw new Error(`cannot read ${text}`)
  return allowed
}

const policy = (allowed = ''): HostPolicy => ({ allowed: allow(allowed), resolve: async (name) => NAMES[name] ?? [] })

describe('hosts outside', () => {
  it('[F3] are reached at the address that was checked', async () => {
    expect(await checkHost('PUBLIC.example.', 80, policy())).toEqual({
      host: 'public.example',
      port: 80,
      address: '8.8.8.8',
    })
    expect(await checkHost('[2606:4700::1111]', 443, policy())).toMatchObject({ address: '2606:4700::1111' })
    expect(await checkHost('0x08.8.2056', 80, policy())).toMatchObject({ address: '8.8.8.8' })
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '１２７.0.0.1',
    '10.0.0.7',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer',
    'printer.local',
    'metadata.google.internal',
    'inside.example',
    'rebound.example',
    'mapped.example',
  ])('[F3] are not %s', async (host) => {
    await expect(checkHost(host, 80, policy())).rejects.toThrow(/is not public/)
  })

  it.each([
    '',
    ' ',
    'a b',
    'user@host.example',
    'host.example/path',
    'host.example:80',
    '[::1',
    '%',
    'http://x',
    '1.2.3.4.5',
    '256.1.1.1',
  ])('[F3] %j is no host', async (host) => {
    await expect(checkHost(host, 80, policy())).rejects.toThrow('expected the name or address of a host')
  })

  it('[F3] exist', async () => {
    await expect(checkHost('nowhere.example', 80, policy())).rejects.toThrow('the host nowhere.example cannot be found')
  })

  it.each([
    ['127.0.0.1', '127.0.0.1', 80],
    ['127.0.0.1', '2130706433', 80],
    ['127.0.0.1', '[::ffff:127.0.0.1]', 80, 'refused'],
    ['127.0.0.1:8080', '127.0.0.1', 8080],
    ['127.0.0.1:8080', '127.0.0.1', 80, 'refused'],
    ['10.0.0.0/8', 'inside.example', 21],
    ['10.0.0.0/8', '192.168.0.1', 21, 'refused'],
    ['10.0.0.7:21', 'inside.example', 21],
    ['storage.local', 'storage.local', 80],
    ['Storage.Local.:80', 'storage.local', 80],
    ['storage.local:80', 'storage.local', 81, 'refused'],
    ['inside.example', '10.0.0.7', 80, 'refused'],
    ['other.example, inside.example', 'inside.example', 80],
    ['[::1]', '[::1]', 80],
    ['::1', '[0:0::1]', 80],
    ['[fd00::1]:80', '[fd00::1]', 80],
    ['fd00::/8', '[fd12::1]', 80],
    ['127.0.0.1', 'rebound.example', 80],
    ['127.0.0.1', 'localhost', 80, 'refused'],
    ['localhost', 'localhost', 80],
  ])('[F3] may be inside where %j allows %s at %i', async (allowed, host, port, refused?: string) => {
    const checked = checkHost(host, port, policy(allowed))
    if (refused === undefined) await expect(checked).resolves.toMatchObject({ port })
    else await expect(checked).rejects.toThrow(OutsideFault)
  })

  it('[F3] are judged by name where addresses cannot be asked for', async () => {
    const blind = { allowed: allow(''), resolve: null }
    expect(await checkHost('public.example', 80, blind)).toEqual({ host: 'public.example', port: 80, address: null })
    for (const host of ['localhost', '127.1', '[::1]', 'db.internal']) {
      await expect(checkHost(host, 80, blind)).rejects.toThrow(/is not public/)
    }
  })

  it.each(['a b', '10.0.0.0/40', 'host:0', 'host:70000', 'host:x', 'a/b', '*', 'http://host', 'host.example:80:80'])(
    '[F3] %j allows nothing',
    (text) => {
      const read = parseAllowedHosts(`10.0.0.1,${text}`)
      expect(text === '*' ? read?.byName('host', 80) : read).toBe(text === '*' ? false : null)
    },
  )

  it('[F3] have one spelling', () => {
    expect(['EXAMPLE.com.', 'bücher.example', '[0::1]', '0::1', '0x7f.1', 'a..b'].map(hostName)).toEqual([
      'example.com',
      'xn--bcher-kva.example',
      '::1',
      '::1',
      '127.0.0.1',
      'a..b',
    ])
  })
})
