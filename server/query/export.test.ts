import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { type Rights, UNRESTRICTED } from '../catalog/rights.ts'
import { fieldTypes } from '../field-types/index.ts'
import { prepareThings, type Thing } from './aggregate/test-things.ts'
import { createExporter, type Exporter } from './export.ts'
import { type ExportFormat, parseExport } from './export-request.ts'
import type { ReadTarget } from './request.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

const SEED = 20_261_121
const LIST: ReadTarget = { kind: 'list' }
/** So small that every export takes many statements. */
const SIZES = { window: 7, first: 2, most: 3, characters: 1_000_000 }

const exporters = new Map<TestService, Exporter>()

function exporterOf(service: TestService): Exporter {
  const { database, catalogs, dataApi } = service.context
  const options = { database, catalog: catalogs.current, childDepth: { default: 10, max: 10 }, ...dataApi.limits }
  const known = exporters.get(service) ?? createExporter(options, SIZES)
  exporters.set(service, known)
  return known
}

async function* pieces(
  service: TestService,
  type: string,
  query = '',
  format: ExportFormat = 'ndjson',
  target = LIST,
  rights = UNRESTRICTED,
): AsyncGenerator<string, void, undefined> {
  const request = parseExport(type, target, query, format, service.context.dataApi.limits)
  yield* (await exporterOf(service).open(request, rights)).chunks()
}

async function text(...given: Parameters<typeof pieces>): Promise<string> {
  let all = ''
  for await (const piece of pieces(...given)) all += piece
  return all
}
const entitiesIn = (lines: string): readonly Entity[] => {
  return lines.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
}
const idsIn = (lines: string): readonly number[] => entitiesIn(lines).map(({ _id }) => _id)

describe('an export of many kinds of values', () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 })
  const thing: fc.Arbitrary<Thing> = fc.record({
    name: fc.constantFrom('', 'a', 'A', 'b', 'a "quoted", text', 'line\r\nend', ' space '),
    number: maybe(fc.integer({ min: 0, max: 3 })),
    decimal: maybe(fc.constantFrom(-1.5, 0, 2.25)),
    price: maybe(fc.constantFrom('0.00', '99999999999999999.99')),
    day: maybe(fc.constantFrom('2020-02-29', '2021-01-01')),
    at: maybe(fc.constantFrom('2020-02-29T12:00:00.000001Z', '2020-02-29T12:00:00Z')),
    flag: maybe(fc.boolean()),
    kind: maybe(fc.constantFrom('a', 'b')),
    picks: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
    owner: maybe(fc.integer({ min: 1, max: 3 })),
    marks: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  })
  const things = fc.sample(fc.array(thing, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: SEED })[0] as Thing[]

  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ prepare: prepareThings(things) })
  })
  afterAll(() => service.close())

  it('[D11] [X7] [X7.a] is in the order of the list, whatever it is sorted by, each record once', async () => {
    const key = fc.tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('name', 'number', 'decimal', 'price', 'day', 'at', 'flag', 'kind', 'owner', 'owner[name]', 'id'),
    )
    const sorts = fc
      .array(key, { minLength: 1, maxLength: 3 })
      .map((keys) => keys.map((part) => part.join('')).join(','))
    const property = fc.asyncProperty(sorts, async (sort) => {
      const { body } = await service.get(`/things?pageSize=600&sort=${sort}`)
      const exported = await text(service, 'things', `sort=${sort}`)
      expect(idsIn(exported), sort).toEqual((body.things as Entity[]).map(({ _id }) => _id))
    })
    await fc.assert(property, { numRuns: 80, seed: SEED })
  }, 60_000)

  it('[D11] has a line of JSON for each entity, as the list shows it', async () => {
    for (const query of ['', 'fields=name,marks', 'filter=number_$ge_1&ignoreadmfields=1']) {
      const { body } = await service.get(`/things?pageSize=600&${query}`)
      expect(entitiesIn(await text(service, 'things', query))).toEqual(body.things)
    }
  })

  it('[D11] has a row of CSV for each, which the field types read back as it was', async () => {
    const csv = parsed(await text(service, 'things', '', 'csv'))
    const names = 'id name number decimal price day at flag kind picks hidden json span owner marks'.split(' ')
    expect(csv[0]).toEqual(names)
    const { body } = await service.get('/things?pageSize=600')
    for (const [index, entity] of (body.things as Entity[]).entries()) {
      const row = csv[index + 1] as readonly (string | null)[]
      const cell = (name: string) => row[names.indexOf(name)] ?? null
      expect(cell('id')).toBe(String(entity._id))
      expect(cell('hidden')).toBe('********')
      expect(cell('owner')).toBe(entity._links?.owner === null ? null : String(entity._links?.owner))
      const marks = entity._links?.['marks[thing]'] as readonly number[]
      expect(cell('marks')).toBe(marks.length === 0 ? null : marks.join(';'))
      const type = service.context.catalogs.current().mediaTypes.get('things')
      for (const name of ['name', 'number', 'decimal', 'price', 'day', 'at', 'flag', 'kind', 'picks']) {
        const field = type?.fields.get(name)
        const written = cell(name)
        if (field === undefined || written === null) {
          expect([name, entity[name]]).toEqual([name, null])
          continue
        }
        const read = field.type.parseText(written, field)
        const own = field.type.parseJson(entity[name], field)
        expect([name, read]).toEqual([name, own])
      }
    }
  })

  it('[D11.a] [LIM:export] [LIM:export.2] stops at its limit; 0, -1 and none are everything', async () => {
    for (const [limit, rows] of [
      ...['limit=0', 'limit=-1', '', 'limit=40', 'limit=99999999999999999999'].map((query) => [query, 40]),
      ...[1, 6, 7, 8, 14, 39].map((count) => [`limit=${count}`, count]),
    ] as [string, number][]) {
      expect([limit, idsIn(await text(service, 'things', limit)).length]).toEqual([limit, rows])
    }
    const only = await text(service, 'things', 'limit=2&fields=id', 'csv')
    expect(only).toBe('id\r\n1\r\n2\r\n')
    expect(await text(service, 'things', 'filter=id_$eq_999', 'csv')).toMatch(/^id,name.*\r\n$/)
    expect(await text(service, 'things', 'filter=id_$eq_999')).toBe('')
  })

  it('[D11] [D11.a] refuses pages, includes and limits that are none', async () => {
    for (const [query, parameter] of [
      ...['page=1', 'pageSize=5', 'pagesize=5', 'include=owners', 'limit=-2', 'limit=x', 'limit=', 'limit=1&limit=2'],
    ].map((query) => [query, query.split('=')[0]] as [string, string])) {
      const failed = await text(service, 'things', query).catch((error: unknown) => error)
      expect(failed).toMatchObject({ problems: [{ code: 'PARAMETER', parameter }] })
    }
    expect(await text(service, 'things', 'x=1').catch((error: unknown) => error)).toMatchObject({
      problems: [{ code: 'UNKNOWN_FIELD', parameter: 'x' }],
    })
  })

  it('[D11] reads no more statements than it is asked for', async () => {
    const reading = pieces(service, 'things')
    service.statements.length = 0
    await reading.next()
    expect(service.statements).toHaveLength(2)
    await reading.return()
    expect(service.statements).toHaveLength(2)
  })

  it('[D11] leaves out what goes away meanwhile, and shows nothing twice', async () => {
    const reading = pieces(service, 'things')
    let seen = (await reading.next()).value as string
    expect(idsIn(seen)).toEqual([1, 2])
    const { kysely } = service.context.database
    await sql`delete from things where id in (5, 20)`.execute(kysely)
    await sql`update things set name = 'changed' where id in (1, 30)`.execute(kysely)
    for await (const piece of reading) seen += piece
    const rest = Array.from({ length: 40 }, (_, index) => index + 1).filter((id) => id !== 5 && id !== 20)
    expect(idsIn(seen)).toEqual(rest)
    expect(entitiesIn(seen).find(({ _id }) => _id === 30)?.name).toBe('changed')
  })
})

/** The rows of a CSV text (RFC 4180); null: nothing between two commas. */
function parsed(csv: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : plain === '' ? null : (plain as string))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

describe('an export', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ prepare: prepareSmallCatalogue })
  })
  afterAll(() => service.close())

  const csv = (...[type, query, target, rights]: [string, string?, ReadTarget?, Rights?]) =>
    text(service, type, query, 'csv', target, rights)

  it('[D11] is to be had of several ids and of a sublevel, in their order', async () => {
    expect(await csv('films', 'fields=title', { kind: 'ids', ids: [4, 1, 3] })).toBe(
      'id,title\r\n1,Dawn\r\n3,Dusk\r\n4,Night\r\n',
    )
    expect(await csv('lists', 'fields=title,year', { kind: 'sublevel', id: 1, child: 'films' })).toBe(
      'id,title,year\r\n1,Dawn,1990\r\n3,Dusk,\r\n',
    )
    expect(await csv('films', 'fields=name', { kind: 'sublevel', id: 1, child: 'makers' })).toBe('id,name\r\n1,Ada\r\n')
    expect(await csv('films', 'fields=lists[film],dateins,id,tags[film]&limit=1')).toBe(
      'id,lists[film],dateins,tags[film]\r\n1,1,1000,1;2\r\n',
    )
  })

  it('[P2.b] [P3] shows what the caller may read, relations too', async () => {
    const full = { read: true, write: true, delete: true }
    const mediaTypes = new Map(['films', 'makers', 'sources', 'tags'].map((name) => [name, full]))
    const sources = { read: [1, 2], write: [], delete: [] }
    const archivist: Rights = { unrestricted: false, mediaTypes, sources, signature: 'archivist' }
    expect(await csv('films', 'fields=title,maker,tags', LIST, archivist)).toBe(
      'id,title,maker,tags\r\n1,Dawn,1,1;2\r\n2,Noon,,\r\n4,Night,,\r\n',
    )
    const refused = await csv('studios', '', LIST, archivist).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problems: [{ code: 'FORBIDDEN' }] })
  })
})

describe('a list of choices', () => {
  it('[FT:MultiEnum] [D11] is written as text that reads back, commas and all', async () => {
    const type = fieldTypes.get('MultiEnum')
    const service = await openTestService({ prepare: prepareSmallCatalogue })
    const choices = ['x', 'y y', 'a,b', ' c', '[d', '', 'ü', '"']
    const enumValues = choices.map((value) => ({ value, label: value }))
    const field = { ...FIELD, enumValues }
    const lists = fc.uniqueArray(fc.constantFrom(...choices), { minLength: 1 })
    const property = fc.asyncProperty(lists, async (list) => {
      const text = `select ${type?.written?.('v.list')} from (select $1::text[] as list) v`
      const [row] = await service.context.database.read({ text, values: [list] })
      expect(type?.parseText(row?.[0] as string, field)).toEqual({ ok: true, value: list })
    })
    await fc.assert(property, { seed: SEED })
    await service.close()
  })
})

const FIELD = {
  ...{ name: 'f', label: 'F', column: 'f', required: false, unique: false, readOnly: false },
  ...{ defaultValue: null, enumValues: [], props: {}, help: null },
}
