import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RemoteBundle } from '../../../shared/remotes.ts'
import { resolveType } from './bundle.ts'
import { type BundleStore, createBundleStore } from './bundle-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Answer = () => Promise<unknown>
const never: Answer = () => new Promise(() => undefined)
const having =
  (...types: readonly string[]): Answer =>
  async () => ({ components: Object.fromEntries(types.map((type) => [type, () => null])) })
const later =
  (ms: number, answer: Answer): Answer =>
  () =>
    new Promise((resolve, reject) => setTimeout(() => void answer().then(resolve, reject), ms))
const down: Answer = async () => {
  throw new Error('down')
}

/** A store of bundles `b1`, `b2`, … that answer so, each attempt with the next of its answers. */
function storeOf(...answers: readonly (Answer | readonly Answer[])[]) {
  const remotes = answers.map(
    (_, index): RemoteBundle => ({ name: `b${index + 1}`, entry: `https://b${index}.example/e.js` }),
  )
  const store = createBundleStore({
    list: async () => remotes,
    load: ({ name }, attempt) => {
      const given = [answers[Number(name.slice(1)) - 1] as Answer | readonly Answer[]].flat()
      return (given[attempt] as Answer)()
    },
    reason: (error) => (error as Error).message,
    patience: 5000,
    now: () => Date.now(),
  })
  store.start()
  return store
}

const found = (store: BundleStore, type: string): string => {
  const state = store.state()
  if (state.kind !== 'listed') return state.kind
  const resolution = resolveType(type, state.bundles)
  return resolution.kind === 'found' ? resolution.bundle : resolution.kind
}
const states = (store: BundleStore): readonly unknown[] => {
  const state = store.state()
  return state.kind === 'listed' ? state.bundles.map(({ state: { kind } }) => kind) : []
}

describe('the bundles of a page', () => {
  test('[RB2] are all loaded at once, and a later slow one keeps nobody waiting', async () => {
    const store = storeOf(later(100, having('a')), later(100, having('b')), never)
    await vi.advanceTimersByTimeAsync(50)
    expect([found(store, 'a'), found(store, 'b')]).toEqual(['waiting', 'waiting'])
    await vi.advanceTimersByTimeAsync(50)
    expect([found(store, 'a'), found(store, 'b')]).toEqual(['b1', 'b2'])
    expect(states(store)).toEqual(['loaded', 'loaded', 'loading'])
  })

  test('[R5.b] do not wait longer than five seconds for an earlier one that hangs', async () => {
    const store = storeOf(never, having('b'), never)
    await vi.advanceTimersByTimeAsync(4999)
    expect(found(store, 'b')).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(found(store, 'b')).toBe('b2')
    expect(store.state()).toMatchObject({
      bundles: [{ state: { kind: 'failed', reason: 'It took longer than 5 seconds.', ms: 5000 } }, {}, {}],
    })
  })

  test('[R5.b] fail each by itself, whatever they throw', async () => {
    const thrower: Answer = () => {
      throw new Error('at once')
    }
    const store = storeOf(down, thrower, having('c'))
    await vi.advanceTimersByTimeAsync(0)
    expect(states(store)).toEqual(['failed', 'failed', 'loaded'])
    expect(found(store, 'c')).toBe('b3')
    expect(found(store, 'd')).toBe('missing')
  })

  test('[RB3] of the wrong shape are told, and the others work', async () => {
    const store = storeOf(async () => ({ parts: {} }), having('b'))
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state()).toMatchObject({
      bundles: [{ state: { kind: 'failed', reason: 'Its entry exports no “components”.' } }, {}],
    })
    expect(found(store, 'b')).toBe('b2')
  })

  test('[R5.b] are taken when they come late', async () => {
    const store = storeOf(later(8000, having('a')))
    await vi.advanceTimersByTimeAsync(5000)
    expect(found(store, 'a')).toBe('missing')
    await vi.advanceTimersByTimeAsync(3000)
    expect(found(store, 'a')).toBe('b1')
  })

  test('[R5.b] are tried again when somebody asks, and what the last attempt gives counts no more', async () => {
    const store = storeOf([later(7000, down), later(100, having('a'))])
    await vi.advanceTimersByTimeAsync(5000)
    store.retry('b1')
    expect(states(store)).toEqual(['loading'])
    await vi.advanceTimersByTimeAsync(100)
    expect(found(store, 'a')).toBe('b1')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(found(store, 'a')).toBe('b1')
  })

  test('tell when they change, and are listed once', async () => {
    const list = vi.fn(async () => [])
    const store = createBundleStore({ list, load: never, reason: String, patience: 1 })
    let told = 0
    const leave = store.subscribe(() => told++)
    store.start()
    store.start()
    await vi.advanceTimersByTimeAsync(0)
    expect([list.mock.calls.length, told, store.state().kind]).toEqual([1, 1, 'listed'])
    leave()
  })

  test('[R5.b] are listed again when they could not be', async () => {
    let fails = true
    const list = async () => {
      if (fails) throw new Error('down')
      return [{ name: 'b1', entry: 'https://b.example/e.js' }]
    }
    const store = createBundleStore({ list, load: having('a'), reason: String, patience: 1000 })
    store.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state().kind).toBe('unknown')
    fails = false
    store.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(found(store, 'a')).toBe('b1')
  })
})
