import { describe, expect, it } from 'vitest'
import { addressOrigin, fillAddress, fillPlaceholders, placeholdersOf, renamedPlaceholders } from './placeholders.ts'

describe('placeholders', () => {
  it('are names of fields in braces', () => {
    expect(placeholdersOf('{title} of {year}, {title} and {DICT:FILM} or {Upper} {}')).toEqual(['title', 'year'])
    expect(fillPlaceholders('{a}{b} {DICT:A}', (name) => `${name}{a}`)).toBe('a{a}b{a} {DICT:A}')
  })

  it('take other names', () => {
    const rename = (name: string) => (name === 'gone' ? null : name === 'old' ? 'young' : name)
    expect(renamedPlaceholders('{old} {gone} {same}', rename)).toBe('{young}  {same}')
  })
})

describe('addresses with placeholders', () => {
  it.each([
    ['https://maps.example/{id}?t={title}', 'https://maps.example'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['HTTPS://Maps.Example:443#x', 'https://maps.example'],
    ['https://{host}/x', null],
    ['https://maps.{host}/x', null],
    ['https://maps.example{title}', null],
    ['https://user@maps.example/', null],
    ['{url}', null],
    ['//maps.example/', null],
    ['/films', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https:maps.example/', null],
    ['https:\\\\maps.example/', null],
    ['https://maps.example:99999/', null],
    ['https://*/', null],
    ['https://maps.example;sandbox/', null],
    ["https://'self'/", null],
    ['https://[::1]:81/x', 'https://[::1]:81'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    [' https://maps.example/', null],
    ['', null],
  ])('[CT:iframe] have an origin that no field can change: %s', (template, origin) =>
    expect(addressOrigin(template)).toBe(origin),
  )

  it.each([
    ['a/b?c#d&e', 'https://x.example/a%2Fb%3Fc%23d%26e'],
    ['é 漢', 'https://x.example/%C3%A9%20%E6%BC%A2'],
    ['..', 'https://x.example/'],
    ['\ud800', 'https://x.example/%EF%BF%BD'],
    ['javascript:alert(1)', 'https://x.example/javascript%3Aalert(1)'],
  ])('[CT:iframe] take %j percent-encoded', (value, address) =>
    expect(fillAddress('https://x.example/{title}', () => value)).toBe(address),
  )
})
