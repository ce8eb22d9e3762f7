import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { service } from '../harness/service.ts'
import { create, entities, get, meta, patch, post, word } from './client.ts'

/** All of them on Node and Postgres; what is left to differ elsewhere is the driver, which a part of them tries. */
const { runtime, database } = service()
const STEP = runtime === 'node' && database === 'postgres' ? 1 : 5

/** Values that some reader, driver or column could stumble over. */
const VALUES = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  1e308,
  5e-324,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff x',
  '１２',
  "'; drop table collections; --",
  '$1',
  '"',
  '\\',
  '{}',
  '[]',
  '{1,2}',
  'NULL',
  'NaN',
  'Infinity',
  '-infinity',
  'now',
  'epoch',
  '2020-02-30',
  '9999-12-31',
  '10000-01-01',
  '0000-00-00',
  '2020-01-01T25:00:00Z',
  '24:00:00',
  '25:61',
  '1e400',
  '0x1f',
  '1_000',
  '12345678901234567890.123456789',
  'x'.repeat(70_000),
  '🎬'.repeat(3000),
  [],
  [[]],
  [null],
  ['sun', 'sun'],
  ['lost'],
  {},
  { from: 9, to: 1 },
  { from: 'a' },
  { from: null, to: null },
  { a: { b: { c: [] } } },
  { _lid: 'x' },
  { _type: 'finder' },
  { operation: 'Add' },
  { operation: 'Add', values: 'x' },
  { values: [] },
] as const
const FIELDS = [
  'name',
  'description',
  'movies',
  'status',
  'color',
  'cover',
  'attachment',
  'is_public',
  'publish_at',
  'refresh',
  'weekdays',
  'start_time',
  'timezone',
  'price',
  'age',
  'website',
  'contact',
  'access_code',
  'settings',
  '_links',
  '_id',
  'dateins',
  'x y',
] as const

const element = fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue()), {
  maxKeys: 5,
})

describe('hostile bodies over every driver', () => {
  it('[ERR:create-fails] [D1] are refused or kept, and never a 500', { timeout: 120_000 }, async () => {
    const mine = await create('collections', { name: word(), is_public: true })
    const count = async () => meta(await get('/collections', { pageSize: 1 }))._filterRowCount
    const before = await count()
    let made = 0
    await fc.assert(
      fc.asyncProperty(element, fc.boolean(), async (members, update) => {
        const answer = update
          ? await patch(`/collections/${mine._id}`, { collections: [members] })
          : await post('/collections', { collections: [{ name: word(), is_public: true, ...members }] })
        if (answer.status === 201) made += 1
        expect([200, 201, 400, 409, 413, 422], answer.text.slice(0, 300)).toContain(answer.status)
      }),
      { numRuns: 300 / STEP },
    )
    expect(await count()).toBe(before + made)
    expect(entities(await get(`/collections/${mine._id}`), 'collections')).toHaveLength(1)
  })

  it('[D1] a value alone in each field as well', { timeout: 120_000 }, async () => {
    for (const [at, field] of FIELDS.entries()) {
      for (const value of VALUES.filter((_, index) => (index + at) % STEP === 0)) {
        const answer = await post('/collections', { collections: [{ name: word(), is_public: true, [field]: value }] })
        expect(
          [201, 400, 409, 422],
          `${field}: ${JSON.stringify(value)?.slice(0, 60)}: ${answer.text.slice(0, 300)}`,
        ).toContain(answer.status)
      }
    }
  })
})
