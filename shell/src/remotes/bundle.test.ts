import { describe, expect, test } from 'vitest'
import { type Bundle, type BundleState, resolveType, shadowedBy } from './bundle.ts'
import { readEntry } from './read-entry.ts'

const LOADING: BundleState = { kind: 'loading' }
const FAILED: BundleState = { kind: 'failed', reason: 'down', ms: 5 }
const part = (name: string) => Object.assign(() => null, { displayName: name })
const loaded = (components: object): BundleState => ({ kind: 'loaded', entry: readEntry({ components }), ms: 1 })
const bundles = (...states: readonly BundleState[]): readonly Bundle[] =>
  states.map((state, index) => ({
    remote: { name: `b${index + 1}`, entry: 'https://a.example/e.js' },
    state,
    attempt: 0,
  }))

describe('a type that is not built in', () => {
  const one = part('one')
  const two = part('two')

  test('[RB2] is supplied by the first bundle that has it', () => {
    const found = resolveType('t', bundles(loaded({ other: one }), loaded({ t: one }), loaded({ t: two })))
    expect(found).toEqual({ kind: 'found', bundle: 'b2', part: one })
  })

  test('[RB2] waits for a bundle before that one, and for none after it', () => {
    expect(resolveType('t', bundles(LOADING, loaded({ t: two })))).toEqual({ kind: 'waiting' })
    expect(resolveType('t', bundles(loaded({ t: one }), LOADING, LOADING))).toMatchObject({ kind: 'found' })
  })

  test('[RB2] [R5.b] is looked for behind a bundle that failed', () => {
    expect(resolveType('t', bundles(FAILED, loaded({ t: two })))).toMatchObject({ kind: 'found', bundle: 'b2' })
  })

  test('[R5.b] is missing, with the bundles that might have had it', () => {
    const missing = resolveType('t', bundles(FAILED, loaded({ other: one })))
    expect(missing).toMatchObject({ kind: 'missing', failed: [{ remote: { name: 'b1' } }] })
    expect(resolveType('t', [])).toEqual({ kind: 'missing', failed: [] })
  })

  test('[RB2] [RB3] is not looked for behind a bundle that has it and has no component there', () => {
    expect(resolveType('t', bundles(loaded({ t: 'text' }), loaded({ t: two })))).toEqual({
      kind: 'unusable',
      bundle: 'b1',
    })
  })

  test('[RB2] is never what an object inherits', () => {
    for (const type of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(resolveType(type, bundles(loaded({ t: one })))).toEqual({ kind: 'missing', failed: [] })
  })

  test('[RB2] is told who has it first', () => {
    const all = bundles(loaded({ t: one, list: one }), loaded({ t: two }), FAILED)
    const [first, second] = all as [Bundle, Bundle]
    expect(shadowedBy('t', first, all, ['list'])).toBeNull()
    expect(shadowedBy('list', first, all, ['list'])).toBe('built in')
    expect(shadowedBy('t', second, all, ['list'])).toBe('b1')
  })
})
