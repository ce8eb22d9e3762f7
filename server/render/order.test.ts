import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageComponent } from '../catalog/catalog.ts'
import { orderComponents, preferredKeys } from './order.ts'

const component = (key: string, order = 1): PageComponent => ({
  key,
  type: 'list',
  title: null,
  order,
  configuration: {},
})
const keys = (components: readonly PageComponent[]): string[] => components.map(({ key }) => key)

describe('order of components', () => {
  it('[PR10] is by Order, ascending', () => {
    const components = [component('a', 10), component('b', -1), component('c', 2)]
    expect(keys(orderComponents(components))).toEqual(['b', 'c', 'a'])
  })

  it('[PR11] puts equal Orders in the order of their keys’ code units, whatever the culture', () => {
    const components = ['ä', 'a', 'B', 'Z', 'b', '_', 'a2', 'a10', 'İ', 'i', '\u{1F600}', '\uFFFD'].map((key) =>
      component(key),
    )
    expect(keys(orderComponents(components))).toEqual([
      'B',
      'Z',
      '_',
      'a',
      'a10',
      'a2',
      'b',
      'i',
      'ä',
      'İ',
      '\u{1F600}',
      '\uFFFD',
    ])
  })

  it('[PR10] [PR11] does not depend on how the components were listed', () => {
    const some = fc.uniqueArray(fc.tuple(fc.string(), fc.integer({ min: 0, max: 2 })), { selector: ([key]) => key })
    fc.assert(
      fc.property(some, (list) => {
        const components = list.map(([key, order]) => component(key, order))
        expect(keys(orderComponents(components.toReversed()))).toEqual(keys(orderComponents(components)))
      }),
    )
  })

  it('[PR12] follows a user’s preferences first, and Order for what they do not name', () => {
    const components = [component('a', 1), component('b', 2), component('c', 3), component('d', 4)]
    expect(keys(orderComponents(components, ['d', 'gone', 'b', 'd']))).toEqual(['d', 'b', 'a', 'c'])
    expect(keys(orderComponents(components, []))).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('tab preferences', () => {
  it('[PR12] are kept by page key', () => {
    const preferences = { tabs: { film: ['b', 'a'], person: ['x'] }, theme: 'dark' }
    expect(preferredKeys(preferences, 'film')).toEqual(['b', 'a'])
    expect(preferredKeys(preferences, 'films')).toEqual([])
  })

  it.each([
    null,
    undefined,
    7,
    [],
    {},
    { tabs: null },
    { tabs: [] },
    { tabs: { film: 'a' } },
    { tabs: { film: [1, {}] } },
  ])('are none where %j is stored', (preferences) => expect(preferredKeys(preferences, 'film')).toEqual([]))

  it('are none for a page named like a member of every object', () => {
    expect(preferredKeys({ tabs: {} }, 'constructor')).toEqual([])
    expect(preferredKeys({}, 'toString')).toEqual([])
  })
})
