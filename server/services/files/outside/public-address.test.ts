import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type IpAddress, parseIp, parseNetwork, within } from './ip-address.ts'
import { isPublicAddress } from './public-address.ts'

const ip = (text: string): IpAddress => {
  const address = parseIp(text)
  if (address === null) throw new Error(`${text} is no address`)
  return address
}

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '192.0.1.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::8a',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:0808:0808::1',
    '2a00::5efe:8.8.8.8',
  ])('[F3] %s is public', (text) => {
    expect(isPublicAddress(ip(text))).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.19.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:0001::',
    '2002:c0a8:0101::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    '2a00::5efe:192.168.0.1',
    '2a00::200:5efe:7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
  ])('[F3] %s is not', (text) => {
    expect(isPublicAddress(ip(text))).toBe(false)
  })

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '0x7f.0.0.1',
    '1.2.3.4 ',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::12345',
    'fe80::1%eth0',
    '::1.2.3',
    '1.2.3.4::',
    'host.example',
    '[::1]',
  ])('[F3] %j is no address', (text) => {
    expect(parseIp(text)).toBeNull()
  })

  it('[F3] are read and compared as the runtime does', () => {
    const v4 = fc.ipV4()
    const v6 = fc.ipV6()
    fc.assert(
      fc.property(v4, fc.nat(32), v4, (base, length, address) => {
        const list = new BlockList()
        list.addSubnet(base, length, 'ipv4')
        expect(within(ip(address), parseNetwork(`${base}/${length}`) as never)).toBe(list.check(address, 'ipv4'))
      }),
    )
    fc.assert(
      fc.property(v6, fc.nat(128), fc.oneof(v6, fc.constant(null)), (base, length, other) => {
        const address = other ?? base
        const list = new BlockList()
        list.addSubnet(base, length, 'ipv6')
        const expected = list.check(address, 'ipv6')
        expect(within(ip(address), parseNetwork(`${base}/${length}`) as never)).toBe(expected)
      }),
    )
  })

  it.each(['10.0.0.0/33', '::/129', '10.0.0.0', '10.0.0.0/', '10.0.0.0/8/8', 'x/8', '10.0.0.0/-1'])(
    '[F3] %j is no network',
    (text) => {
      expect(parseNetwork(text)).toBeNull()
    },
  )
})
