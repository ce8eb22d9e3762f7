import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AggregateAnswer, AggregateBody, AggregateGroup, AggregateMeasure } from '../../../shared/aggregate.ts'
import { openTestService, type TestService } from '../test-service.ts'
import { MARKS, OWNERS, prepareThings, type Thing } from './test-things.ts'

/** Aggregates of small random data against a plain computation of the same. */

const SEED = 20_261_121
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 })
const instants = fc.date({
  min: new Date('2019-12-30T00:00:00Z'),
  max: new Date('2021-01-02T00:00:00Z'),
  noInvalidDate: true,
})
const thing: fc.Arbitrary<Thing> = fc.record({
  name: fc.constantFrom('anna', 'Anna', 'bert', 'Carl', ''),
  number: maybe(fc.constantFrom(-3, 0, 1, 2, 9_007_199_254_740_991)),
  decimal: maybe(fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4)),
  price: maybe(fc.constantFrom('0.00', '1.50', '-2.25', '99999999999999999.99')),
  day: maybe(instants.map((at) => at.toISOString().slice(0, 10))),
  at: maybe(instants.map((at) => at.toISOString())),
  flag: maybe(fc.boolean()),
  kind: maybe(fc.constantFrom('a', 'b', 'c')),
  picks: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  owner: maybe(fc.integer({ min: 1, max: OWNERS.length })),
  marks: fc.uniqueArray(fc.integer({ min: 1, max: MARKS.length })),
})
const things = fc.sample(fc.array(thing, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: SEED })[0] as Thing[]

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareThings(things) })
})
afterAll(() => service.close())

type Value = string | number | boolean | null

/** Every value of a thing that a group may be made of: several where it is in several groups. */
const GROUPS: Readonly<Record<string, (thing: Thing) => readonly Value[]>> = {
  name: ({ name }) => [name],
  number: ({ number }) => [number],
  flag: ({ flag }) => [flag],
  kind: ({ kind }) => [kind],
  price: ({ price }) => [price],
  owner: ({ owner }) => [owner],
  'owner[name]': ({ owner }) => [owner === null ? null : (OWNERS[owner - 1] as string)],
  picks: ({ picks }) => (picks.length === 0 ? [null] : picks),
  'marks[name]': ({ marks }) => (marks.length === 0 ? [null] : marks.map((mark) => MARKS[mark - 1] as string)),
}
const INTERVALS: Readonly<Record<string, (day: string) => string>> = {
  decade: (day) => `${day.slice(0, 3)}0-01-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
  quarter: (day) =>
    `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  month: (day) => `${day.slice(0, 7)}-01`,
  week: (day) => {
    const at = new Date(`${day}T00:00:00Z`)
    at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
    return at.toISOString().slice(0, 10)
  },
  day: (day) => day,
}

const MEASURES: Readonly<Record<string, (thing: Thing) => Value>> = {
  name: ({ name }) => (name === '' ? null : name),
  number: ({ number }) => number,
  decimal: ({ decimal }) => decimal,
  price: ({ price }) => price,
  day: ({ day }) => day,
  flag: ({ flag }) => flag,
  kind: ({ kind }) => kind,
  owner: ({ owner }) => owner,
  'owner[name]': ({ owner }) => (owner === null ? null : (OWNERS[owner - 1] as string)),
}
const NUMBERS = ['number', 'decimal', 'price']

const group = fc.oneof(
  fc.constantFrom(...Object.keys(GROUPS)),
  fc.record({
    _field: fc.constantFrom('day', 'at'),
    _interval: fc.constantFrom(...(Object.keys(INTERVALS) as NonNullable<AggregateGroup['_interval']>[])),
  }),
)
const measure = fc.oneof(
  fc.record({ _function: fc.constant('count' as const) }),
  fc.record({
    _function: fc.constantFrom('count' as const, 'countDistinct' as const),
    _field: fc.constantFrom(...Object.keys(MEASURES)),
  }),
  fc.record({
    _function: fc.constantFrom('min' as const, 'max' as const),
    _field: fc.constantFrom(...Object.keys(MEASURES).filter((name) => name !== 'owner')),
  }),
  fc.record({ _function: fc.constantFrom('sum' as const, 'avg' as const), _field: fc.constantFrom(...NUMBERS) }),
)
const keyOf = (one: string | AggregateGroup): string => (typeof one === 'string' ? one : one._field)
const query = fc.record({
  groups: fc.uniqueArray(group, { maxLength: 3, selector: keyOf }),
  measures: fc.array(measure, { minLength: 1, maxLength: 4 }),
  from: fc.option(fc.integer({ min: -1, max: 2 })),
})

const valuesOf = (one: string | AggregateGroup, thing: Thing): readonly Value[] => {
  if (typeof one === 'string') return (GROUPS[one] as (thing: Thing) => readonly Value[])(thing)
  const value = one._field === 'day' ? thing.day : (thing.at?.slice(0, 10) ?? null)
  return [value === null ? null : (INTERVALS[one._interval as string] as (day: string) => string)(value)]
}

/** Each thing once for every group it is in. */
function exploded(
  groups: readonly (string | AggregateGroup)[],
): readonly { readonly key: readonly Value[]; readonly thing: Thing }[] {
  return things.flatMap((thing) => {
    let keys: readonly (readonly Value[])[] = [[]]
    for (const one of groups) keys = keys.flatMap((key) => valuesOf(one, thing).map((value) => [...key, value]))
    return keys.map((key) => ({ key, thing }))
  })
}

/** Whole numbers of hundredths: exact whatever their size. */
const hundredths = (value: Value): bigint => {
  const [whole = '0', fraction = ''] = String(value).split('.')
  const digits = BigInt(whole.replace('-', '') + fraction.padEnd(2, '0'))
  return whole.startsWith('-') ? -digits : digits
}

/** As sorts have it. */
function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const key = (value: Value): Value =>
    typeof value === 'string' && !/^[-\d]/.test(value) ? value.toLowerCase() : value
  if (typeof a === 'string' && /^-?\d+\.\d\d$/.test(a)) return Number(hundredths(a) - hundredths(b))
  const [first, second] = [key(a) as string, key(b) as string]
  if (first !== second) return first < second ? -1 : 1
  return (a as string) < (b as string) ? -1 : Number((a as string) > (b as string))
}

function aggregate({ _function, _field }: Omit<AggregateMeasure, '_as'>, members: readonly Thing[]): unknown {
  if (_field === undefined || _field === null) return members.length
  const held = members.map(MEASURES[_field] as (thing: Thing) => Value).filter((value) => value !== null)
  if (_function === 'count') return held.length
  if (_function === 'countDistinct') return new Set(held).size
  if (held.length === 0) return null
  const ordered = [...held].sort(compare)
  if (_function === 'min') return ordered[0]
  if (_function === 'max') return ordered.at(-1)
  const sum = held.reduce((total: bigint, value) => total + hundredths(value), 0n)
  return _function === 'sum' ? Number(sum) / 100 : Number(sum) / 100 / held.length
}

/** What a double carries of a number. */
const rounded = (value: unknown): number | null => (value === null ? null : Number(Number(value).toPrecision(12)))

const EXACT = new Set(['count', 'countDistinct', 'min', 'max'])

it('[D8] [D8.a] [D8.b] [D8.c] [D8.d] gives what a plain computation gives, in order', async () => {
  let rowsSeen = 0
  const property = fc.asyncProperty(query, async ({ groups, measures, from }) => {
    const body: AggregateBody = {
      _mediaType: 'things',
      _groupBy: groups,
      _aggregates: measures.map((one, index) => ({ ...one, _as: `m${index}` })),
      ...(from === null ? {} : { _filter: `number_$ge_${from}` }),
    }
    const answer = await service.send('POST', '/aggregate-data', body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const found = answer.body as unknown as AggregateAnswer
    const members = new Map<string, Thing[]>()
    for (const { key, thing } of exploded(groups)) {
      if (from !== null && (thing.number === null || thing.number < from)) continue
      const name = JSON.stringify(key)
      members.set(name, [...(members.get(name) ?? []), thing])
    }
    if (groups.length === 0 && members.size === 0) members.set('[]', [])
    const expected = [...members].map(([key, rows]) => ({ key: JSON.parse(key) as Value[], rows }))
    expected.sort(
      (a, b) => a.key.map((value, at) => compare(value, b.key[at] as Value)).find((sign) => sign !== 0) ?? 0,
    )
    expect(found._meta._filterRowCount).toBe(expected.length)
    expect(found._rows.map((row) => row.slice(0, groups.length))).toEqual(expected.map(({ key }) => key))
    for (const [index, one] of measures.entries()) {
      const column = found._rows.map((row) => row[groups.length + index])
      const wanted = expected.map(({ rows }) => aggregate(one, rows))
      if (EXACT.has(one._function)) expect(column, JSON.stringify(body)).toEqual(wanted)
      else expect(column.map(rounded)).toEqual(wanted.map(rounded))
    }
    rowsSeen += expected.length
  })
  await fc.assert(property, { numRuns: 400, seed: SEED })
  expect(rowsSeen).toBeGreaterThan(2000)
}, 120_000)
