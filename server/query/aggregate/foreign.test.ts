import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AggregateAnswer } from '../../../shared/aggregate.ts'
import type { Entity } from '../../../shared/envelope.ts'
import { UNRESTRICTED } from '../../catalog/rights.ts'
import { createExporter } from '../export.ts'
import { type ExportFormat, parseExport } from '../export-request.ts'
import { prepareForeignCatalogue } from '../test-foreign.ts'
import { openTestService, type TestService } from '../test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareForeignCatalogue })
})
afterAll(() => service.close())

const TYPES = ['countries', 'films', 'tags', 'p', 'old_films', 'events', 'totals']
const fieldsOf = (type: string) => {
  const { fields = new Map() } = service.context.catalogs.current().mediaTypes.get(type) ?? {}
  return ['id', 'dateins', ...fields.keys()]
}
const send = (body: object) => service.send('POST', '/aggregate-data', body)

describe('[M3.a] aggregates over tables that were not made for Marquee', () => {
  it('[D8.a] [D8.b] take every field and function that makes sense', async () => {
    let answered = 0
    for (const _mediaType of TYPES) {
      const related = fieldsOf(_mediaType).flatMap((name) => [name, `${name}[id]`, `${name}[dateins]`])
      for (const _field of related) {
        const groups = [{ _field }, ...['year', 'hour'].map((_interval) => ({ _field, _interval }))]
        const functions = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max']
        const bodies = [
          ...groups.map((one) => ({
            _mediaType,
            _groupBy: [{ ...one, _as: 'g' }],
            _sort: '-g',
            _having: 'g_$isempty_false',
          })),
          ...functions.map((_function) => ({ _mediaType, _aggregates: [{ _function, _field, _as: 'm' }] })),
        ]
        for (const body of bodies) {
          const { status } = await send(body)
          expect([body, status, service.failures]).toEqual([body, expect.toSatisfy((s) => s === 200 || s === 422), []])
          if (status === 200) answered += 1
        }
      }
    }
    expect(answered).toBeGreaterThan(150)
  }, 60_000)

  it('[D8.b] [D8.c] give what the tables hold', async () => {
    const { body } = await send({
      _mediaType: 'films',
      _groupBy: ['o[name]', 'tags[label]'],
      _aggregates: [
        { _function: 'sum', _field: 'price', _as: 'price' },
        { _function: 'avg', _field: 'stars', _as: 'stars' },
        { _function: 'max', _field: 'title', _as: 'title' },
      ],
    })
    expect((body as unknown as AggregateAnswer)._rows).toEqual([
      ['Austria', 'long', '9.50', 3, 'Dawn'],
      ['Austria', 'short', '9.50', 3, 'Dawn'],
      ['Tyrol', 'short', null, 1, 'dusk'],
      [null, null, '0.00', 0, 'Noon'],
    ])
    const named = await send({ _mediaType: 'films', _groupBy: ['o', 'mood', 'moods'] })
    const { _rows, _linked } = named.body as unknown as AggregateAnswer
    expect(_rows).toEqual([
      [1, 'calm', 'calm'],
      [1, 'calm', 'Loud'],
      [2, 'Loud', null],
      [null, null, null],
    ])
    expect(_linked.countries?.map(({ name }) => name)).toEqual(['Austria', 'Tyrol'])
  })
})

describe('[M3.a] exports of tables that were not made for Marquee', () => {
  it('[D11] are in the order of the list, whatever it is sorted by', async () => {
    const { database, catalogs, dataApi } = service.context
    const options = { database, catalog: catalogs.current, childDepth: { default: 10, max: 10 }, ...dataApi.limits }
    const exporter = createExporter(options, { window: 2, first: 1, most: 1, characters: 1000 })
    const text = async (type: string, query: string, format: ExportFormat): Promise<string> => {
      let all = ''
      const request = parseExport(type, { kind: 'list' }, query, format, dataApi.limits)
      const { chunks } = await exporter.open(request, UNRESTRICTED)
      for await (const piece of chunks()) all += piece
      return all
    }
    for (const type of TYPES) {
      for (const field of fieldsOf(type)) {
        for (const sort of [field, `-${field}`]) {
          const { status, body } = await service.get(`/${type}?sort=${sort}`)
          if (status !== 200) continue
          const listed = body[type] as readonly Entity[]
          const lines = (await text(type, `sort=${sort}`, 'ndjson')).trimEnd().split('\n')
          expect([type, sort, lines.map((line) => JSON.parse(line) as Entity)]).toEqual([type, sort, listed])
          const table = (await text(type, `sort=${sort}&fields=id`, 'csv')).trimEnd().split('\r\n')
          expect(table).toEqual(['id', ...listed.map(({ _id }) => String(_id))])
        }
      }
      expect((await text(type, '', 'csv')).split('\r\n').length).toBeGreaterThan(2)
    }
    expect(await text('films', 'fields=title,made,extra,moods,tags,o&limit=1', 'csv')).toBe(
      'id,title,made,extra,moods,tags,o\r\n' +
        '1,Dawn,2001-02-03T04:05:06Z,"{""b"":1, ""a"":1.50}","calm,Loud",20;10,1\r\n',
    )
  }, 60_000)
})
