import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { type Rights, UNRESTRICTED } from '../catalog/rights.ts'
import { filters } from './test-filters.ts'
import { openTestService, prepareSmallCatalogue, SMALL_CATALOGUE, type TestService } from './test-service.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
const RUNS = 6000

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

function caller(sources: Rights['sources'], unreadable: readonly string[]): Rights {
  const names = [...SMALL_CATALOGUE.map(({ name }) => name), 'sources'].filter((name) => !unreadable.includes(name))
  const mediaTypes = new Map(names.map((name) => [name, { read: true, write: name === 'films', delete: false }]))
  return { unrestricted: false, mediaTypes, sources, signature: JSON.stringify([sources, unreadable]) }
}

const CALLERS: readonly Rights[] = [
  UNRESTRICTED,
  caller(null, []),
  caller({ read: [1, 2], write: [1], delete: [] }, []),
  caller({ read: [], write: [], delete: [] }, ['tags', 'sources']),
  caller(null, ['makers', 'list_films']),
]

const list = (names: readonly string[], most: number) =>
  fc.subarray([...names], { maxLength: Math.min(most, names.length) }).map((some) => some.join(','))

/** Random reads of a media type: every target and every parameter, whose names exist. */
function reads(type: MediaType, catalog: Catalog): fc.Arbitrary<string> {
  const targets = [...new Set([...type.relations.values()].map(({ to }) => to))]
  const relatedTo = (name: string) => [...(catalog.mediaTypes.get(name)?.relations.values() ?? [])].map(({ to }) => to)
  const second = targets.flatMap((first) => relatedTo(first).map((to) => `${first}.${to}`))
  const include = fc.subarray(targets).chain((firsts) => {
    const deeper = [...new Set(second)].filter((path) => firsts.includes(path.split('.')[0] as string))
    return fc.subarray(deeper, { maxLength: Math.min(2, deeper.length) }).map((more) => [...firsts, ...more].join(','))
  })
  const stored = [...type.fields.values()].filter((field) => field.stored)
  const sortable = [
    ...stored.map(({ name }) => name),
    ...stored.flatMap(({ name, relation }) => (relation === null ? [] : [`${name}[id]`, `${name}[dateins]`])),
    'id',
  ]
  const sort = list(
    sortable.flatMap((name) => [name, `-${name}`]),
    3,
  )
  const shown = [...type.fields.keys(), ...type.relations.keys(), 'id', 'dateins']
  const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  const query = fc.record({
    include: some(include),
    sort: some(sort),
    fields: some(list(shown, 4)),
    filter: some(filters(type, catalog)),
    page: some(fc.nat(3)),
    pageSize: some(fc.nat(5)),
    hideMeta: some(fc.nat(1)),
    ignoreadmfields: some(fc.boolean()),
    named: some(fc.record({ of: fc.constantFrom(type.name, ...targets), single: fc.boolean() })),
  })
  const id = fc.integer({ min: 1, max: 4 })
  const target = fc
    .oneof(
      fc.constant(''),
      id.map((one) => `/${one}`),
      fc.array(id, { minLength: 2, maxLength: 3 }).map((ids) => `/${ids.join(',')}`),
    )
    .map((path) => `/${type.name}${path}`)
  const parents = [...new Set([...type.relations.values()].map(({ to }) => to))]
  const sublevel = parents.map((parent) => id.map((one) => `/${parent}/${one}/${type.name}`))
  return fc.tuple(fc.oneof(target, ...sublevel), query).map(([path, { named, ...given }]) => {
    const parameters = new URLSearchParams()
    // fields[<type>] instead of fields, of an included type or of the main one
    if (named !== undefined) {
      const fields = [...(catalog.mediaTypes.get(named.of)?.fields.keys() ?? [])]
      parameters.set(`fields[${named.of}]`, named.single ? (fields[0] as string) : 'id')
      given.fields = undefined
      const included = given.include?.split(',').filter((name) => name !== '') ?? []
      if (named.of !== type.name && !included.includes(named.of)) given.include = [...included, named.of].join(',')
    }
    for (const [name, value] of Object.entries(given)) if (value !== undefined) parameters.set(name, String(value))
    return `${path}?${parameters}`
  })
}

it(`[ERR:INTERNAL] [D13.a] [D13.b] ${RUNS} reads of every shape, by callers with different rights, hold together`, async () => {
  const catalog = service.context.catalogs.current()
  const types = SMALL_CATALOGUE.map(({ name }) => catalog.mediaTypes.get(name) as MediaType)
  const cases = fc.tuple(fc.oneof(...types.map((type) => reads(type, catalog))), fc.constantFrom(...CALLERS))
  let answered = 0
  const property = fc.asyncProperty(cases, async ([path, rights]) => {
    service.statements.length = 0
    const { status, body } = await service.get(path, rights)
    if (![200, 400, 403].includes(status)) throw new Error(`${status} to ${path}: ${service.failures.at(-1)}`)
    expect(service.statements.length).toBe(status === 200 ? 1 : 0)
    if (status !== 200) return
    answered += 1
    const [, mediaType, , child] = path.replace(/\?.*/, '').split('/')
    const main = body[child ?? (mediaType as string)] as readonly Entity[]
    for (const [name, included] of Object.entries(body._linked)) {
      if (!Array.isArray(included)) continue
      const known = included.map((each: Entity | number) => (typeof each === 'number' ? each : each._id))
      expect(new Set(known).size).toBe(known.length)
      for (const { _links } of main) expect(known).toEqual(expect.arrayContaining((_links?.[name] as number[]) ?? []))
    }
    if (body._meta) expect(body._meta._filterRowCount).toBeGreaterThanOrEqual(main.length)
  })
  await fc.assert(property, { numRuns: RUNS, seed: SEED })
  expect(answered).toBeGreaterThan(RUNS / 4)
}, 300_000)
