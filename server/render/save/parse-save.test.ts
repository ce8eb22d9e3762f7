import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageComponent } from '../../catalog/catalog.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { Item } from '../item.ts'
import { parseSave } from './parse-save.ts'

const component = (key: string): PageComponent => ({ key, type: 'form', title: null, order: 1, configuration: {} })
const components = new Map(['form', 'list'].map((key) => [key, component(key)]))
const one: Item = { kind: 'records', ids: [7] }
const several: Item = { kind: 'records', ids: [7, 8] }
const parse = (body: unknown, item: Item = one) => parseSave(body, item, components)

function problemsOf(body: unknown, item: Item = one): readonly Problem[] {
  try {
    parse(body, item)
  } catch (error) {
    if (error instanceof AppError) return error.problems
    throw error
  }
  return []
}
const pointersOf = (body: unknown, item?: Item) => problemsOf(body, item).map(({ pointer }) => pointer)
const edits = (...keys: string[]) => keys.map((key) => ({ key, data: {} }))

describe("the body of a page's save", () => {
  it('[R2] holds components in any order, and the tag of the record', () => {
    expect(parse({ components: edits('list', 'form'), etag: '1.2' })).toEqual({
      edited: [
        { component: component('list'), data: {}, pointer: '/components/0/data' },
        { component: component('form'), data: {}, pointer: '/components/1/data' },
      ],
      etag: '1.2',
      bulk: false,
    })
    expect(parse({ components: [], etag: null, isBulkEdit: false })).toEqual({
      ...{ edited: [], etag: null, bulk: false },
    })
    expect(parse({ components: [], isBulkEdit: true }, several).bulk).toBe(true)
    expect(parse({ components: [] }, several).bulk).toBe(true)
  })

  it('[R2] is told of all that is wrong with it at once, each with its place', () => {
    const wrong = {
      components: [7, { key: 'form' }, { key: 'none', data: {} }, { key: 'form', data: [], more: 1 }, { data: {} }],
      etag: 1,
      isBulkEdit: 'yes',
      'a/b': 1,
    }
    expect(pointersOf(wrong)).toEqual([
      '/a~1b',
      '/isBulkEdit',
      '/etag',
      '/components/0',
      '/components/1/data',
      '/components/2/key',
      '/components/3/more',
      '/components/3/key',
      '/components/3/data',
      '/components/4/key',
    ])
    expect(pointersOf([])).toEqual([''])
    expect(pointersOf({})).toEqual(['/components'])
    expect(pointersOf({ components: {} })).toEqual(['/components'])
    expect(pointersOf({ components: Array(501).fill(1) })).toEqual(['/components'])
  })

  it('[R2] says truly whether it is a bulk edit, whose records have tags of their own', () => {
    expect(pointersOf({ components: [], isBulkEdit: true }, { kind: 'new' })).toEqual(['/isBulkEdit'])
    expect(pointersOf({ components: [], isBulkEdit: false }, several)).toEqual(['/isBulkEdit'])
    expect(pointersOf({ components: [], etag: '1.2' }, several)).toEqual(['/etag'])
    expect(pointersOf({ components: [], etag: '1.2' }, { kind: 'new' })).toEqual(['/etag'])
  })

  it('[R2] may be what is left of a bulk edit, of a single record', () => {
    expect(parse({ components: [], isBulkEdit: true })).toEqual({ edited: [], etag: null, bulk: true })
    expect(pointersOf({ components: [], isBulkEdit: true, etag: '1.2' })).toEqual(['/etag'])
    expect(parse({ components: [] }).bulk).toBe(false)
  })

  it('[R2] is read or refused with problems, whatever it holds', () => {
    const key = fc.oneof(fc.constantFrom('form', 'list', '__proto__', 'constructor'), fc.jsonValue())
    const entry = fc.oneof(fc.record({ key, data: fc.jsonValue() }, { requiredKeys: [] }), fc.jsonValue())
    const body = fc.oneof(
      fc.record(
        { components: fc.array(entry), etag: fc.jsonValue(), isBulkEdit: fc.jsonValue() },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(body, fc.constantFrom(one, several, { kind: 'new' } as const), (given, item) => {
        const problems = problemsOf(given, item)
        expect(problems.every(({ code, pointer }) => code === 'VALIDATION' && pointer !== undefined)).toBe(true)
        if (problems.length > 0) return
        const keys = parse(given, item).edited.map(({ component: { key } }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.every((each) => components.has(each))).toBe(true)
      }),
    )
  })
})
