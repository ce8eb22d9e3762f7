import { describe, expect, it } from 'vitest'
import type { Catalog } from '../catalog/catalog.ts'
import { DataApiError } from '../data-api/client.ts'
import { registry } from '../registry.ts'
import type { ComponentMapper } from './components/component-mapper.ts'
import { componentMappers } from './components/index.ts'
import { createRenderer } from './render-page.ts'
import { catalogOf, keptLog, pageOf, requestOf } from './test-pages.ts'

const mapper = (name: string, rest: Partial<ComponentMapper> = {}): ComponentMapper => ({
  name,
  schema: () => ({ of: name }),
  data: () => ({ rows: [name] }),
  ...rest,
})

const fails = (message: string) => () => {
  throw new Error(message)
}

/** Every component of this mapper waits until so many of them have begun. */
let awaited = 0
let allHere = (): void => undefined
const everyone = new Promise<string>((resolve) => {
  allHere = () => resolve('all')
})

const mappers = registry('component', [
  mapper('plain'),
  mapper('later', { data: () => new Promise((done) => setTimeout(() => done('late'), 20)) }),
  mapper('all', {
    data: () => {
      awaited -= 1
      if (awaited === 0) allHere()
      return everyone
    },
  }),
  mapper('ownData', { data: () => null }),
  mapper('noData', { data: () => undefined }),
  mapper('hidden', { hidden: () => true, schema: fails('hidden components are not asked'), data: fails('nor this') }),
  mapper('hiddenLater', { hidden: async () => true }),
  mapper('notHidden', { hidden: () => false }),
  mapper('noSchema', { schema: () => null }),
  mapper('badHidden', { hidden: fails('hide check') }),
  mapper('badSchema', { schema: fails('schema mapping') }),
  mapper('badData', { data: async () => Promise.reject(new Error('data mapping')) }),
  mapper('badThrow', {
    data: () => {
      throw 'a text'
    },
  }),
  mapper('follows', { followsListState: true, data: ({ listState }) => listState }),
  mapper('badFilter', {
    followsListState: true,
    data: () => {
      const problem = { status: '400', code: 'FILTER_SYNTAX', title: '', detail: 'filter: no', meta: { position: 3 } }
      throw new DataApiError(400, [{ ...problem, source: { parameter: 'filter' } }])
    },
  }),
])

function renderer(catalog: Catalog, preferences: unknown = null) {
  const { log, lines } = keptLog()
  const asked: number[] = []
  const preferencesOf = async (userId: number): Promise<unknown> => {
    asked.push(userId)
    return preferences
  }
  return {
    ...createRenderer({ catalog: () => catalog, log, keepsHistory: true, mappers, preferencesOf }),
    lines,
    asked,
  }
}

const render = (types: readonly string[]) => {
  const page = pageOf(types.map((type) => ({ type })))
  const made = renderer(catalogOf(page))
  return { ...made, response: made.page(requestOf()) }
}

describe('outcomes of components', () => {
  it('[OUT:Success] [PR6] [PR7] [PR8] shows schema and data, paired by key', async () => {
    const page = pageOf([{ type: 'plain', key: 'one', title: 'One' }, { type: 'notHidden' }])
    const { schema, data } = await renderer(catalogOf(page)).page(requestOf())
    expect(schema.components).toEqual([
      { title: 'One', key: 'one', type: 'plain', schema: { of: 'plain' } },
      { title: '', key: 'notHidden', type: 'notHidden', schema: { of: 'notHidden' } },
    ])
    expect(data.components).toEqual([
      { key: 'one', data: { rows: ['plain'] } },
      { key: 'notHidden', data: { rows: ['notHidden'] } },
    ])
  })

  it('[OUT:SuccessDataNull] [PR7] shows a schema whose data is null', async () => {
    const { schema, data } = await render(['ownData', 'noData']).response
    expect(schema.components.map(({ key }) => key)).toEqual(['ownData', 'noData'])
    expect(data.components).toEqual([
      { key: 'ownData', data: null },
      { key: 'noData', data: null },
    ])
  })

  it('[OUT:SkippedHidden] [PR9] leaves a hidden component out of both and asks it for nothing', async () => {
    const { response, lines } = render(['hidden', 'plain', 'hiddenLater'])
    const { schema, data } = await response
    expect(schema.components.map(({ key }) => key)).toEqual(['plain'])
    expect(data.components.map(({ key }) => key)).toEqual(['plain'])
    expect(lines.map(({ event }) => event)).toEqual(['[RenderV2-Stats]'])
  })

  it.each(['noSchema', 'badHidden', 'badSchema', 'badData', 'badThrow'])(
    '[OUT:Errored] [OUT:partial] [PR9] leaves %s out and answers the others',
    async (type) => {
      const { schema, data } = await render(['plain', type, 'later']).response
      expect(schema.components.map(({ key }) => key)).toEqual(['plain', 'later'])
      expect(data.components.map(({ key }) => key)).toEqual(['plain', 'later'])
    },
  )

  it('[OUT:partial] answers a page none of whose components came about', async () => {
    const { pageKey, schema, data } = await render(['badData', 'nobody', 'hidden']).response
    expect({ pageKey, schema: schema.components, data: data.components }).toEqual({
      pageKey: 'test',
      schema: [],
      data: [],
    })
  })

  it('[OUT:SkippedNoMapping] leaves out what no mapper claims and logs it', async () => {
    const { response, lines } = render(['nobody', 'toString', 'plain'])
    expect((await response).schema.components.map(({ key }) => key)).toEqual(['plain'])
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { event: '[Render-NoMapping]', pageKey: 'test', componentKey: 'nobody', type: 'nobody', requestId: 'request-1' },
      { event: '[Render-NoMapping]', componentKey: 'toString' },
    ])
  })

  it('[SYS7] runs components side by side', async () => {
    awaited = 20
    const page = pageOf(Array.from({ length: awaited }, (_, index) => ({ type: 'all', key: `${index}` })))
    const { data } = await renderer(catalogOf(page)).page(requestOf())
    expect(data.components.map((component) => component.data)).toEqual(Array(20).fill('all'))
  })
})

describe('log lines of a render', () => {
  it('[EV4] are one of statistics, with times and outcome of each component', async () => {
    const { response, lines } = render(['plain', 'ownData', 'hidden', 'badData', 'badSchema', 'nobody', 'later'])
    await response
    const stats = lines.filter(({ event }) => event === '[RenderV2-Stats]')
    expect(stats).toHaveLength(1)
    const ms = expect.any(Number)
    expect(stats[0]).toEqual({
      level: 'info',
      event: '[RenderV2-Stats]',
      requestId: 'request-1',
      pageKey: 'test',
      itemId: undefined,
      ms,
      components: [
        { key: 'plain', type: 'plain', outcome: 'Success', schemaMs: ms, dataMs: ms },
        { key: 'ownData', type: 'ownData', outcome: 'SuccessDataNull', schemaMs: ms, dataMs: ms },
        { key: 'hidden', type: 'hidden', outcome: 'SkippedHidden', schemaMs: null, dataMs: null },
        { key: 'badData', type: 'badData', outcome: 'Errored', schemaMs: null, dataMs: null },
        { key: 'badSchema', type: 'badSchema', outcome: 'Errored', schemaMs: null, dataMs: ms },
        { key: 'nobody', type: 'nobody', outcome: 'SkippedNoMapping', schemaMs: null, dataMs: null },
        { key: 'later', type: 'later', outcome: 'Success', schemaMs: ms, dataMs: ms },
      ],
    })
    const [{ components }] = stats as unknown as [{ components: readonly { key: string; dataMs: number }[] }]
    expect(components.find(({ key }) => key === 'later')?.dataMs).toBeGreaterThan(15)
  })

  it('[EV5] are one of failure per errored component, with its cause', async () => {
    const { response, lines } = render(['badData', 'plain', 'badThrow', 'noSchema'])
    await response
    const failures = lines.filter(({ event }) => event === '[Render-ComponentFailure]')
    expect(failures).toMatchObject([
      { level: 'error', pageKey: 'test', componentKey: 'badData', cause: { message: 'data mapping' } },
      { level: 'error', pageKey: 'test', componentKey: 'badThrow', cause: 'a text' },
      { level: 'error', pageKey: 'test', componentKey: 'noSchema', cause: { message: 'the schema mapping gave null' } },
    ])
  })
})

describe('order of a page', () => {
  const page = pageOf([
    { type: 'plain', key: 'b', order: 2 },
    { type: 'plain', key: 'a', order: 2 },
    { type: 'later', key: 'z', order: 1 },
  ])

  it('[PR10] [PR11] is the same in schema and data, whatever finishes first', async () => {
    const { schema, data } = await renderer(catalogOf(page)).page(requestOf())
    expect(schema.components.map(({ key }) => key)).toEqual(['z', 'a', 'b'])
    expect(data.components.map(({ key }) => key)).toEqual(['z', 'a', 'b'])
  })

  it('[PR12] follows the tab preferences of the user', async () => {
    const { page: show, asked } = renderer(catalogOf(page), { tabs: { test: ['b', 'z'] } })
    const { schema, data } = await show(requestOf({ userId: 7 }))
    expect(schema.components.map(({ key }) => key)).toEqual(['b', 'z', 'a'])
    expect(data.components.map(({ key }) => key)).toEqual(['b', 'z', 'a'])
    expect(asked).toEqual([7])
  })

  it('[PR12] asks for no preferences where nothing is to be ordered', async () => {
    const { page: show, asked } = renderer(catalogOf(page, { ...pageOf([{ type: 'plain' }]), key: 'single' }))
    await show(requestOf({ userId: null }))
    await show(requestOf({ pageKey: 'single' }))
    expect(asked).toEqual([])
  })
})

describe('the list state of an address', () => {
  it('[R1] goes to the first component that follows it, as the page is shown', async () => {
    const page = pageOf([{ type: 'plain' }, { type: 'follows', key: 'first' }, { type: 'follows', key: 'second' }])
    const { data } = await renderer(catalogOf(page)).page(requestOf({ listState: { page: '2', sort: '-a' } }))
    expect(data.components.slice(1)).toEqual([
      { key: 'first', data: { page: '2', sort: '-a' } },
      { key: 'second', data: {} },
    ])
  })

  it('[R3.a] goes to the component that is asked for', async () => {
    const page = pageOf([
      { type: 'follows', key: 'first' },
      { type: 'follows', key: 'second' },
    ])
    const one = renderer(catalogOf(page)).component
    expect(await one(requestOf({ listState: { filter: 'a_$eq_1' } }), 'second')).toEqual({
      schema: { title: '', key: 'second', type: 'follows', schema: { of: 'follows' } },
      data: { key: 'second', data: { filter: 'a_$eq_1' } },
    })
  })

  it('[D1.f] fails the page when it is wrong, and only then', async () => {
    const { page: show, lines } = renderer(catalogOf(pageOf([{ type: 'badFilter' }, { type: 'plain' }])))
    await expect(show(requestOf({ listState: { filter: 'x' } }))).rejects.toMatchObject({
      status: 400,
      problems: [{ code: 'FILTER_SYNTAX', parameter: 'filter', meta: { position: 3 } }],
    })
    expect(lines).toEqual([])
    const { schema } = await show(requestOf({ listState: { page: '1' } }))
    expect(schema.components.map(({ key }) => key)).toEqual(['plain'])
  })
})

describe('one component', () => {
  const { component, lines } = renderer(
    catalogOf(pageOf([{ type: 'hidden' }, { type: 'nobody' }, { type: 'badData' }])),
  )

  it.each(['hidden', 'nobody', 'unheard-of'])('[R3.a] [ERR:NOT_FOUND] is not found when it is %s', async (key) => {
    await expect(component(requestOf(), key)).rejects.toMatchObject({ status: 404 })
  })

  it('[R3.a] [EV5] fails with its cause, logged all the same', async () => {
    await expect(component(requestOf(), 'badData')).rejects.toThrow('data mapping')
    expect(lines.at(-2)).toMatchObject({ event: '[Render-ComponentFailure]', componentKey: 'badData' })
  })
})

describe('a page', () => {
  it('[R1] [ERR:NOT_FOUND] has to be defined', async () => {
    const { page: show } = renderer(catalogOf())
    await expect(show(requestOf())).rejects.toMatchObject({ status: 404, problems: [{ code: 'NOT_FOUND' }] })
    await expect(show(requestOf({ pageKey: 'constructor' }))).rejects.toMatchObject({ status: 404 })
  })

  it('[R1.a] [ERR:NOT_FOUND] without a media type has no items', async () => {
    const { page: show } = renderer(catalogOf(pageOf([{ type: 'plain' }])))
    await expect(show(requestOf({ itemId: '7' }))).rejects.toMatchObject({ status: 404 })
    await expect(show(requestOf({ itemId: 'x' }))).rejects.toMatchObject({ status: 404 })
  })
})

describe('component mappers', () => {
  it('[CT:list] [CT:form] are registered by the type string of page definitions', () => {
    expect(componentMappers.names).toEqual(expect.arrayContaining(['list', 'form']))
    expect(() => registry('component', [mapper('a'), mapper('a')])).toThrow('two component registrations are named a')
  })
})
