import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalog, MediaType } from '../../catalog/catalog.ts'
import { filters, mutated } from '../test-filters.ts'
import { openTestService, type TestService } from '../test-service.ts'
import { prepareThings, type Thing } from './test-things.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const RUNS = 4000

const THINGS: readonly Thing[] = [
  {
    ...{ name: 'Anna', number: 7, decimal: 0.5, price: '1.50', day: '2020-02-29', at: '9999-12-31T23:59:59Z' },
    ...{ flag: true, kind: 'a', picks: ['x', 'y'], owner: 1, marks: [1, 4] },
  },
  {
    ...{ name: '', number: null, decimal: null, price: null, day: '0001-01-01', at: '0001-01-01T00:00:00Z' },
    ...{ flag: null, kind: null, picks: [], owner: null, marks: [] },
  },
]

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareThings(THINGS) })
})
afterAll(() => service.close())

const words = (text: string): readonly string[] => text.split(' ')
const FIELDS = words('name number decimal price day at flag kind picks owner marks id dateins owner[name] marks[name]')
const FAULTY = words('hidden json span owner[marks] marks[id] x _id name[name] owner[] __proto__ constructor')
const NUMBERS = words('number decimal price id')
const ORDERED = words('name number decimal price day at flag kind dateins owner[name]')

const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 8 }))
const intervals = fc.constantFrom('year', 'quarter', 'month', 'week', 'day')
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'pacific/auckland', 'EST5EDT')
const NO_ZONES = ['Mars/Phobos', '+01:00', 'zulu', '\0', "'", '']

const group = fc.oneof(
  fc.record({ _field: fc.constantFrom(...FIELDS) }),
  fc.record({ _field: fc.constantFrom('day', 'at', 'dateins'), _interval: intervals }),
  fc.record({ _field: fc.constantFrom('at', 'dateins'), _interval: intervals, _timezone: zones }),
)
const measure = fc.oneof(
  fc.record({ _function: fc.constant('count'), _field: fc.constantFrom(null, ...FIELDS.slice(0, -1)) }),
  fc.record({ _function: fc.constantFrom('sum', 'avg'), _field: fc.constantFrom(...NUMBERS) }),
  fc.record({ _function: fc.constantFrom('min', 'max', 'countDistinct'), _field: fc.constantFrom(...ORDERED) }),
)
const named = (list: readonly object[], prefix: string) => list.map((one, at) => ({ ...one, _as: `${prefix}${at}` }))
const sorts = fc.constantFrom(null, '', 'm0', '-g0,m0', '-m0,g0')

/** Mistakes in one member. */
const SPOILT: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  _mediaType: fc.constantFrom('', 'nothing', 'adm_fields', '__proto__'),
  _groupBy: fc.array(
    fc.oneof(
      fc.constantFrom(...FIELDS, ...FAULTY),
      fc.record({ _field: fc.constantFrom(...FIELDS, ...FAULTY), _interval: fc.oneof(intervals, junk) }),
      fc.record({ _field: fc.constant('at'), _interval: intervals, _timezone: fc.constantFrom(...NO_ZONES) }),
      junk,
    ),
    { maxLength: 3 },
  ),
  _aggregates: fc.array(
    fc.oneof(
      fc.record({
        _function: fc.constantFrom(...words('count countDistinct sum avg min max median')),
        _field: fc.constantFrom(...FIELDS, ...FAULTY),
        _as: fc.oneof(fc.constantFrom('m0', 'm1'), junk),
      }),
      junk,
    ),
    { maxLength: 3 },
  ),
  _sort: fc.constantFrom('x', '--m0', 'g0[', 'id', 'm0,'.repeat(30)),
  _page: fc.constantFrom(-1, 1e300, -1e300, 0.5, '1'),
  _pageSize: fc.constantFrom(0, -7, 1e300, 0.5, '1'),
}

function bodies(type: MediaType, catalog: Catalog): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const filter = filters(type, catalog)
  // columns are named for fields of all types: filters on the one are filters on the other
  const onColumns = fc
    .tuple(filter, fc.constantFrom('g0', 'm0'))
    .map(([text, name]) => text.replace(/^[a-z]+(?=_\$)/, name))
  const meant = fc
    .record({
      _filter: fc.option(filter, { nil: null, freq: 2 }),
      _groupBy: fc.array(group, { minLength: 1, maxLength: 3 }),
      _aggregates: fc.array(measure, { minLength: 1, maxLength: 3 }),
      _having: fc.option(onColumns, { nil: null, freq: 1 }),
      _sort: sorts,
      _page: fc.constantFrom(null, 0, 1),
      _pageSize: fc.constantFrom(null, 1, 20),
    })
    .map((body) => ({
      ...{ ...body, _mediaType: 'things' },
      ...{ _groupBy: named(body._groupBy, 'g'), _aggregates: named(body._aggregates, 'm') },
    }))
  const mistakes = { ...SPOILT, _filter: mutated(filter), _having: fc.oneof(filter, mutated(onColumns)) }
  const mistake = fc.oneof(
    ...Object.entries(mistakes).map(([name, value]) => fc.oneof(value, junk).map((wrong) => ({ [name]: wrong }))),
  )
  return fc.tuple(meant, fc.array(mistake, { maxLength: 2 })).map(([body, wrong]) => Object.assign({}, body, ...wrong))
}

describe('whatever a body holds', () => {
  it(`[ERR:INTERNAL] [D8] ${RUNS} bodies with mistakes and hostile values are answered 200 or 4xx`, async () => {
    const catalog = service.context.catalogs.current()
    const statuses = new Map<number, number>()
    const property = fc.asyncProperty(bodies(catalog.mediaTypes.get('things') as MediaType, catalog), async (body) => {
      const { status } = await service.send('POST', '/aggregate-data', body)
      if (status >= 500) throw new Error(`${status} to ${JSON.stringify(body)}\n${service.failures.at(-1)}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: false })
    // bodies that all fail before they are compiled would prove nothing
    for (const status of [200, 400, 422]) expect(statuses.get(status)).toBeGreaterThan(RUNS / 20)
  }, 300_000)
})

describe('a field', () => {
  const problem = async (body: object) => {
    const { status, body: answered } = await service.send('POST', '/aggregate-data', { _mediaType: 'things', ...body })
    return [status, answered.errors?.[0]?.source?.pointer]
  }
  const measured = (_function: string, _field: string) => problem({ _aggregates: [{ _function, _field, _as: 'm' }] })

  it('[D8.a] [D8.b] [FT:Secret] that is secret is neither grouped nor aggregated nor filtered', async () => {
    expect(await problem({ _groupBy: ['hidden'] })).toEqual([422, '/_groupBy/0'])
    for (const name of ['count', 'countDistinct', 'min', 'max'])
      expect(await measured(name, 'hidden')).toEqual([422, '/_aggregates/0/_field'])
    expect(await problem({ _groupBy: ['name'], _filter: 'hidden_$eq_secret' })).toEqual([400, '/_filter'])
  })

  it('[D8.b] takes the functions that make sense of its type', async () => {
    for (const [name, field] of [
      ...['sum', 'avg'].flatMap((name) => ['name', 'day', 'flag', 'owner', 'json'].map((field) => [name, field])),
      ...['min', 'max'].flatMap((name) => ['owner', 'picks', 'json', 'span', 'marks'].map((field) => [name, field])),
      ...['json', 'span', 'picks', 'marks', 'marks[name]'].map((field) => ['countDistinct', field]),
      ['count', 'marks[name]'],
    ] as [string, string][]) {
      expect([name, field, ...(await measured(name, field))]).toEqual([name, field, 422, '/_aggregates/0/_field'])
    }
    for (const [name, field] of [
      ...['json', 'span', 'picks', 'marks'].map((field) => ['count', field]),
      ...['name', 'day', 'flag', 'kind', 'dateins'].flatMap((field) => ['min', 'max'].map((name) => [name, field])),
    ] as [string, string][]) {
      expect([name, field, ...(await measured(name, field))]).toEqual([name, field, 200, undefined])
    }
  })

  it('[D8.a] is grouped by where its values can be told apart, and by an interval where it lies in time', async () => {
    for (const field of ['json', 'span', 'owner[marks]'])
      expect(await problem({ _groupBy: [field] })).toEqual([422, '/_groupBy/0'])
    const by = (_field: string, _interval: string, more = {}) => problem({ _groupBy: [{ _field, _interval, ...more }] })
    expect(await by('number', 'year')).toEqual([422, '/_groupBy/0/_field'])
    expect(await by('day', 'hour')).toEqual([422, '/_groupBy/0/_interval'])
    expect(await by('day', 'year', { _timezone: 'UTC' })).toEqual([422, '/_groupBy/0/_timezone'])
    expect(await by('at', 'year', { _timezone: 'Mars/Phobos' })).toEqual([422, '/_groupBy/0/_timezone'])
    expect(await problem({ _groupBy: [{ _field: 'at', _timezone: 'UTC' }] })).toEqual([422, '/_groupBy/0/_interval'])
    for (const _field of ['day', 'at', 'dateins']) expect(await by(_field, 'week')).toEqual([200, undefined])
  })

  it('[D8.d] with choices brings their labels along', async () => {
    const { body } = await service.send('POST', '/aggregate-data', {
      _mediaType: 'things',
      _groupBy: ['kind', 'picks'],
    })
    const labels = (text: string) => text.split('').map((value) => ({ value, label: value.toUpperCase() }))
    expect((body as unknown as { _columns: unknown })._columns).toEqual([
      { _name: 'kind', _role: 'group', _type: 'Enum', _label: 'The kind', _enumValues: labels('abc') },
      { _name: 'picks', _role: 'group', _type: 'Enum', _label: 'The picks', _enumValues: labels('xyz') },
    ])
  })
})
