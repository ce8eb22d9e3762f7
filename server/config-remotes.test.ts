import { describe, expect, it } from 'vitest'
import { remotesConfig } from './config-remotes.ts'

const ENTRY = 'https://cdn.example/remoteEntry.js'
const SHA = `sha384-${'A'.repeat(64)}`

describe('the bundles of the environment', () => {
  it('[R5.a] are named with their addresses, in their order', () => {
    const REMOTES = `films=${ENTRY}, desk=http://localhost:4173/remoteEntry.js#${SHA},third=https://a.example/mf-manifest.json`
    expect(remotesConfig({ REMOTES })).toEqual([
      { name: 'films', entry: ENTRY },
      { name: 'desk', entry: 'http://localhost:4173/remoteEntry.js', integrity: SHA },
      { name: 'third', entry: 'https://a.example/mf-manifest.json' },
    ])
  })

  it('[R5.a] are left to the metadata where there are none', () => {
    expect(remotesConfig({})).toBeNull()
    expect(remotesConfig({ REMOTES: '' })).toBeNull()
  })

  it.each([
    [ENTRY, 'bundle 1: expected name=https://host/remoteEntry.js'],
    ['films', 'bundle 1: expected name=https://host/remoteEntry.js'],
    [`a b=${ENTRY}`, 'bundle 1: name: expected a letter'],
    [`films=${ENTRY},desk=ftp://host/a.js`, 'bundle 2: entry: expected an address'],
    ['films=/remoteEntry.js', 'bundle 1: entry: expected an address'],
    ['films=https://user:secret@host/a.js', 'bundle 1: entry: expected an address'],
    ["films=https://host/a.js;script-src'unsafe-eval'", 'bundle 1: entry: expected an address'],
    ['films=https://*.example/remoteEntry.js', 'bundle 1: entry: expected an address'],
    ...['%2A', '＊.example', 'a%3Bscript-src', 'a%2Cb', 'a%27b'].map((host): [string, string] => [
      `films=https://${host}/remoteEntry.js`,
      'bundle 1: entry: expected an address',
    ]),
    [`films=${ENTRY}#md5-abc`, 'bundle 1: integrity: expected sha256-'],
    [`films=${ENTRY}#`, 'bundle 1: integrity: expected sha256-'],
    [`films=https://host/mf-manifest.json#${SHA}`, 'bundle 1: integrity: expected none where the entry is a manifest'],
    [`a=${ENTRY},b=https://b.example/e.js,a=https://c.example/e.js`, 'bundle 3: its name is another bundle’s as well'],
    [`a=${ENTRY},b=${ENTRY}`, 'bundle 2: its entry is another bundle’s as well'],
    ['a=https://a/e,b=https://b/e,c=https://c/e,d=https://d/e', 'expected at most 3 bundles, found 4'],
  ])('[R5.a] [G3] are refused at the start: %s', (REMOTES, message) => {
    expect(() => remotesConfig({ REMOTES })).toThrow(`REMOTES: ${message}`)
  })

  it('[G3] are not shown where they are refused', () => {
    expect(() => remotesConfig({ REMOTES: 'films=https://user:secret@host/a.js' })).not.toThrow('secret')
  })
})
