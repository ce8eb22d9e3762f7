import { Component, forwardRef, lazy, memo } from 'react'
import { describe, expect, test } from 'vitest'
import { readEntry } from './read-entry.ts'

const Plain = () => null
class Old extends Component {}

describe('what a bundle exposes', () => {
  test('[RB3] is a map of components by type, and a version if it likes', () => {
    const entry = readEntry({ components: { boxOffice: Plain, other: memo(Plain) }, version: '1.2.3' })
    expect([...entry.components.keys()]).toEqual(['boxOffice', 'other'])
    expect(entry.version).toBe('1.2.3')
    expect(readEntry({ components: {}, version: 7 })).not.toHaveProperty('version')
  })

  test('[RB3] may be any kind of component, and nothing else', () => {
    const kinds = {
      plain: Plain,
      memo: memo(Plain),
      ref: forwardRef(Plain),
      lazy: lazy(async () => ({ default: Plain })),
    }
    const none = {
      text: 'div',
      object: {},
      element: { $$typeof: Symbol.for('react.element') },
      nothing: null,
      list: [],
    }
    const { components } = readEntry({ components: { ...kinds, ...none, Old } })
    for (const name of [...Object.keys(kinds), 'Old']) expect([name, components.get(name)]).not.toEqual([name, null])
    for (const name of Object.keys(none)) expect([name, components.get(name)]).toEqual([name, null])
  })

  test('[RB3] has no types that an object merely inherits', () => {
    const { components } = readEntry({ components: Object.create({ inherited: Plain }) })
    for (const type of ['inherited', 'constructor', '__proto__', 'toString']) {
      expect(components.has(type)).toBe(false)
    }
  })

  test.each([
    [undefined, 'Its entry is no module.'],
    [null, 'Its entry is no module.'],
    [() => null, 'Its entry is no module.'],
    [{}, 'Its entry exports no “components”.'],
    [{ default: { components: {} } }, 'Its entry exports no “components”.'],
    [{ components: [Plain] }, 'What its entry exports as “components” is no object.'],
    [{ components: 'boxOffice' }, 'What its entry exports as “components” is no object.'],
    [{ components: null }, 'What its entry exports as “components” is no object.'],
  ])('[RB3] of another shape is told: %o', (module, message) => {
    expect(() => readEntry(module)).toThrow(message)
  })
})
