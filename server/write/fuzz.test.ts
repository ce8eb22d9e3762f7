import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, SMALL_CATALOGUE, type TestService } from '../query/test-service.ts'

const BODIES = 20_000

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: prepareSmallCatalogue,
    environment: { USE_EDIT_HISTORY_MICRO_SERVICE: 'false' },
  })
})
afterAll(() => service.close())

const HOSTILE_TEXT = [
  "'; drop table films; --",
  '" or 1=1',
  '$1',
  '\\',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'a'.repeat(5000),
  '../../x',
  '{DICT:X}',
  '',
  ' ',
  '1e400',
  'NaN',
  '10.50',
  '2020-02-30',
  '********',
]
const NAMES = [
  ...SMALL_CATALOGUE.flatMap((type) => [type.name, ...type.fields.map((field) => field.name)]),
  '_id',
  '_etag',
  '_links',
  '_href',
  '_files',
  'id',
  'dateins',
  'version',
  'tags[film]',
  'films[list]',
  'films[maker]',
  'list_films[film]',
  '__proto__',
  'toString',
  'x"; drop table films; --',
]

const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ unit: 'binary', maxLength: 12 }))
const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) },
  fc.integer({ min: 90, max: 300 }),
  fc.constantFrom(0, -1, 1.5, 2 ** 53, 1e300, 99_999_999),
)
const text = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXT),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer({ min: 0, max: 60 }).map((at) => `n${at}`),
)
const finder = fc.record(
  {
    _type: fc.constantFrom('finder', 'find'),
    _href: fc.constantFrom(
      '/api/v1/tags',
      '/api/v1/films?filter=title_$ct_a&sort=-year',
      '/api/v1/films?filter=((',
      '/api/v1/makers?page=0&pageSize=1',
      '/api/v1/nothing',
      "/api/v1/tags?name='; drop table tags",
    ),
    _field: fc.constantFrom('id', 'name', 'maker', 7),
    _resultset: fc.constantFrom('all', 'firstOrDefault', 'lastOrDefault', 'x'),
  },
  { requiredKeys: ['_type'] },
)
const reference = fc.oneof(
  { weight: 5, arbitrary: id },
  finder,
  fc.record({ _lid: fc.constantFrom('a', 'b') }),
  fc.record({ _id: id, position: id }),
  fc.constant(null),
)
const link = fc.oneof(
  reference,
  fc.array(reference, { maxLength: 4 }),
  fc.record({
    operation: fc.constantFrom('Add', 'Remove', 'Replace', 'Drop'),
    values: fc.oneof(reference, fc.array(reference, { maxLength: 4 })),
  }),
)
const scalar = fc.oneof(text, id, fc.boolean(), fc.constant(null), fc.double(), fc.integer())
const { tree: deep } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(name, tie('tree'), { maxKeys: 3 }),
  ),
}))
const links = fc.oneof({ weight: 8, arbitrary: fc.dictionary(name, link, { maxKeys: 3 }) }, deep)

/** Bodies that are nearly right: a film, a list, a maker, with a member here and there that is not. */
const good = fc.record({
  type: fc.constantFrom('films', 'lists', 'makers', 'studios', 'tags', 'list_films', 'duels'),
  element: fc.record(
    {
      title: text,
      name: text,
      year: fc.oneof(fc.integer({ min: 1900, max: 2030 }), scalar),
      gross: fc.oneof(fc.constantFrom('10.50', 7, '1.234', 12345678901234.56), scalar),
      maker: reference,
      studio: reference,
      source: reference,
      list: id,
      film: id,
      position: id,
      tags: link,
      films: link,
      _links: links,
      _id: id,
    },
    { requiredKeys: [] },
  ),
})
const known: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SMALL_CATALOGUE.map((type) => [type.name, type.fields.map((field) => field.name)]),
)
/** Only members that the media type has, so that many of the bodies are taken. */
const fitting = good.map(({ type, element }) => {
  const members = Object.entries(element).filter(([key]) => key === '_links' || known[type]?.includes(key))
  return { type, element: Object.fromEntries(members) as Record<string, unknown> }
})
const wild = fc.record({
  type: fc.constantFrom(...Object.keys(known), 'sources', 'nothing'),
  element: fc.dictionary(name, fc.oneof(scalar, link, deep), { maxKeys: 6 }),
})
const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 6, maxLength: 9 })
/** Bodies that only a missing related record, or a name that is taken, can spoil. */
const sound = fc.oneof(
  fc.record({ type: fc.constantFrom('lists', 'makers', 'studios', 'tags'), element: fc.record({ name: word }) }),
  fc.record({
    type: fc.constant('films'),
    element: fc.record(
      {
        title: word,
        year: fc.integer({ min: 1900, max: 2030 }),
        gross: fc.constantFrom('10.50', null, 3),
        tags: fc.record({
          operation: fc.constantFrom('Add', 'Remove', 'Replace'),
          values: fc.array(fc.integer({ min: 100, max: 130 }), { maxLength: 2 }),
        }),
      },
      { requiredKeys: ['title'] },
    ),
  }),
)
const part = fc.oneof({ weight: 6, arbitrary: sound }, { weight: 3, arbitrary: fitting }, good, wild)

interface Shot {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const operation = fc.oneof(
  fc
    .record({ part, lid: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }) })
    .map(({ part: { type, element }, lid }) => ({
      _op: 'add',
      _type: type,
      _data: element,
      ...(lid === undefined ? {} : { _lid: lid }),
    })),
  fc
    .record({ part, id })
    .map(({ part: { type, element }, id: at }) => ({ _op: 'update', _href: `/api/v1/${type}/${at}`, _data: element })),
  fc.record({ part, id }).map(({ part: { type }, id: at }) => ({ _op: 'remove', _href: `/api/v1/${type}/${at}` })),
  deep,
)
const shot: fc.Arbitrary<Shot> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts): Shot => {
      const type = parts[0]?.type ?? 'films'
      return { method: 'POST', path: `/${type}`, body: { [type]: parts.map(({ element }) => element) } }
    }),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(part, fc.array(id, { minLength: 1, maxLength: 3 })).map(([{ type, element }, ids]): Shot => {
      return { method: 'PATCH', path: `/${type}/${ids.join(',')}`, body: { [type]: [element] } }
    }),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.tuple(part, id), { minLength: 1, maxLength: 3 }).map((parts): Shot => {
      const type = parts[0]?.[0].type ?? 'films'
      return {
        method: 'PATCH',
        path: `/${type}`,
        body: { [type]: parts.map(([{ element }, at]) => ({ ...element, _id: at })) },
      }
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .array(operation, { minLength: 1, maxLength: 5 })
      .map((all): Shot => ({ method: 'POST', path: '/$batch', body: { _operations: all } })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(part, id).map(([{ type }, at]): Shot => ({ method: 'DELETE', path: `/${type}/${at}` })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('/films', '/films/1', '/$batch'), fc.oneof(deep, fc.json()))
      .map(([path, body]): Shot => ({ method: 'POST', path, body })),
  },
)

describe('bodies of writes', () => {
  it('[ERR:create-fails] [D1] give no 500, whatever they hold, and leave the database consistent', async () => {
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(shot, async ({ method, path, body }) => {
        const { status } = await service.send(method, path, (body ?? undefined) as object | undefined)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500) throw service.failures.at(-1) ?? new Error(String(status))
      }),
      { numRuns: BODIES },
    )
    const count = (...of: readonly number[]) => of.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
    expect(count(200, 201, 204)).toBeGreaterThan(BODIES / 50)
    expect(count(422)).toBeGreaterThan(BODIES / 50)
    await expectConsistent()
  }, 600_000)
})

/** What constraints do not say: joining rows lead somewhere, unique values are, every tag counts from one. */
async function expectConsistent(): Promise<void> {
  const { kysely } = service.context.database
  const wrong = await sql<{ what: string; n: string }>`
    select 'orphaned joins' as what, count(*) as n from films_tags j
      where not exists (select 1 from films where id = j.film) or not exists (select 1 from tags where id = j.tag)
    union all select 'studios of one name', count(*) - count(distinct name) from studios
    union all select 'films without a title', count(*) from films where title is null
    union all select 'versions', count(*) from films where version < 1
    union all select 'circles of sources', count(*) from sources where id = parent`.execute(kysely)
  expect(wrong.rows.map((row) => [row.what, Number(row.n)])).toEqual(wrong.rows.map((row) => [row.what, 0]))
}
