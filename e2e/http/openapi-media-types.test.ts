import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldTypes } from '../../server/field-types/index.ts'
import { create, error, get, patch, post, send, word } from './client.ts'
import { type Described, fetched, readDescribed } from './described.ts'

const newName = (): string => word().slice(0, 20)
const operation = (type: string, data: object) => ({ _op: 'add', _type: type, _data: data })

/** A value of every field type but relations. */
const VALUES: Readonly<Record<string, unknown>> = {
  Text: 'x',
  TextArea: 'x\ny',
  Integer: 7,
  Decimal: 1.5,
  Boolean: true,
  Date: '2020-01-31',
  DateTime: '2020-01-31T10:00:00Z',
  Time: '10:00',
  Enum: 'a',
  MultiEnum: ['a'],
  Money: '1.50',
  Range: { from: 1, to: null },
  Slider: 5,
  Image: 'a.jpg',
  File: 'a.txt',
  Color: '#1e90ff',
  Cron: '0 0 * * *',
  JSON: { a: [1, null] },
  HTML: '<p>x</p>',
  Timezone: 'Europe/Berlin',
  Url: 'https://example.com/a',
  Email: 'ada@example.com',
  Secret: 'x',
}
/** Values that a schema can refuse, by field. */
const WRONG: readonly (readonly [field: string, value: unknown])[] = [
  ['may_text', 5],
  ['may_integer', 1.5],
  ['may_integer', '7'],
  ['may_decimal', 'x'],
  ['may_boolean', 'yes'],
  ['may_time', '25:00'],
  ['may_enum', 'c'],
  ['may_multienum', ['a', 'a']],
  ['may_multienum', 'a'],
  ['may_money', 'x'],
  ['may_range', { from: 'x' }],
  ['may_range', [1]],
  ['may_slider', 101],
  ['may_color', 'red'],
  ['must_integer', null],
  ['one', 'x'],
  ['many', [0]],
]

const [name, other] = [newName(), newName()]
const named = (prefix: string, value: (type: string) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.keys(VALUES).map((type) => [`${prefix}_${type.toLowerCase()}`, value(type)]))
const sampleOf = (type: string): unknown => VALUES[type]

let described: Described
let target: number
const ids: number[] = []

beforeAll(async () => {
  const enumValues = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ]
  const field = (more: object) => operation('adm_fields', { mediatype: name, label: 'L', ...more })
  const relation = (more: object) => operation('adm_relateds', { mediatype: name, related_mediatype: other, ...more })
  const types = [name, other].map((each) =>
    operation('adm_mediatypes', { name: each, label: each, label_plural: each }),
  )
  const link = {
    kind: 'many-to-many',
    field: 'many',
    link_table: `${name}_m`,
    link_column: 'a',
    link_related_column: 'b',
  }
  const operations = [
    ...types,
    ...Object.keys(VALUES).flatMap((type) => {
      const choices = type.endsWith('Enum') ? { enum_values: enumValues } : {}
      const own = { type, ...choices }
      return [
        field({ name: `may_${type.toLowerCase()}`, ...own }),
        field({ name: `must_${type.toLowerCase()}`, required: true, ...own }),
      ]
    }),
    ...['one', 'many'].map((each) => field({ name: each, type: 'Related' })),
    field({ name: 'must_one', type: 'DropRelated', required: true }),
    field({ name: 'source', type: 'Source' }),
    ...['one', 'must_one'].map((column) => relation({ kind: 'many-to-one', column_name: column })),
    relation({ kind: 'many-to-one', related_mediatype: 'sources', column_name: 'source' }),
    relation(link),
  ]
  const made = await post('/$batch', { _operations: operations })
  if (made.status !== 200) throw new Error(made.text)
  target = (await create(other, {}))._id
  described = await readDescribed()
})

afterAll(async () => {
  const found = await Promise.all([name, other].map((each) => get('/adm_mediatypes', { name: each })))
  const types = found.flatMap(({ body }) => body.adm_mediatypes as readonly { readonly _href: string }[])
  const operations = types.map(({ _href }) => ({ _op: 'remove', _href }))
  await send('POST', '/$batch', { query: 'confirmLoss=true', body: { _operations: operations } })
})

describe('a media type with fields of every type', () => {
  it('[G6] has every type there is', () => {
    const relations = ['Source', 'Related', 'DropRelated']
    expect([...Object.keys(VALUES), ...relations].sort()).toEqual([...fieldTypes.names].sort())
  })

  it('[G6] is created, changed, told of in history and deleted as the document says', async () => {
    const required = { ...named('must', sampleOf), must_one: target }
    const elements: readonly object[] = [
      { ...required, ...named('may', sampleOf), one: target, many: [target] },
      { ...required, ...named('may', () => null), one: null, many: [] },
      required,
    ]
    for (const element of elements) {
      expect(described.faults(`components/schemas/${name}.create`, element)).toEqual([])
      const made = await post(`/${name}`, { [name]: [element] })
      expect([made.status, made.text.slice(0, 500)]).toEqual([201, expect.anything()])
      described.check('POST', `/api/v1/${name}`, made)
      const id = (made.body[name] as readonly { _id: number }[])[0]?._id ?? 0
      ids.push(id)
      const one = `/api/v1/${name}/{id}`
      const shown = await get(`/${name}/${id}`)
      described.check('GET', one, shown)
      described.check('GET', one, await get(`/${name}/${id}`, { include: other, fields: 'may_text,must_money' }))
      for (const to of [other, 'sources']) described.check('GET', `${one}/${to}`, await get(`/${name}/${id}/${to}`))
      const [entity] = shown.body[name] as readonly object[]
      expect(described.faults(`components/schemas/${name}.update`, entity), 'what is read can be sent back').toEqual([])
      described.check('PATCH', one, await patch(`/${name}/${id}`, { [name]: [entity] }))
      const change = { may_text: 'y', many: { operation: 'Add', values: [target] } }
      expect(described.faults(`components/schemas/${name}.update`, change)).toEqual([])
      described.check('PUT', one, await send('PUT', `/${name}/${id}`, { body: { [name]: [change] } }))
      const history = '/api/v2/history/{media_type}/{id}'
      described.check('GET', history, await fetched(`/api/v2/history/${name}/${id}`))
      described.check('GET', `${history}/difference`, await fetched(`/api/v2/history/${name}/${id}/difference?from=1`))
    }
    described.check('GET', `/api/v1/${name}`, await get(`/${name}`, { include: `${other},sources` }))
    for (const accept of ['text/csv', 'application/x-ndjson'])
      described.check('GET', `/api/v1/${name}`, await fetched(`/api/v1/${name}`, { headers: { accept } }))
    described.check('DELETE', `/api/v1/${name}/{id}`, await send('DELETE', `/${name}/${ids.pop()}`))
  })

  it('[G6] refuses what the document refuses, and asks for what it asks for', async () => {
    const required = { ...named('must', sampleOf), must_one: target }
    const missing = Object.keys(named('must', sampleOf)).map((field): object => ({ ...required, [field]: undefined }))
    const wrong = WRONG.map(([field, value]): object => ({ ...required, [field]: value }))
    for (const element of [...missing, ...wrong]) {
      const sent = JSON.parse(JSON.stringify(element))
      expect([sent, described.faults(`components/schemas/${name}.create`, sent).length > 0]).toEqual([sent, true])
      expect(error(await post(`/${name}`, { [name]: [sent] }))).toMatchObject({ status: '422' })
    }
  })

  it('[G6] is aggregated as the document says, by every field and function', async () => {
    const fields = [...Object.keys(named('may', sampleOf)), 'one', 'many', 'source', 'dateins', 'id']
    const functions = ['sum', 'avg', 'min', 'max', 'countDistinct']
    const bodies = fields.flatMap((_field) => [
      { _mediaType: name, _groupBy: [_field], _aggregates: [{ _function: 'count', _as: 'n' }] },
      ...functions.map((_function) => ({ _mediaType: name, _aggregates: [{ _function, _field, _as: 'value' }] })),
    ])
    const statuses = new Set<number>()
    for (const body of bodies) {
      expect(described.faults('components/schemas/AggregateBody', body)).toEqual([])
      const answer = await post('/aggregate-data', body)
      statuses.add(answer.status)
      described.check('POST', '/api/v1/aggregate-data', answer)
    }
    expect([...statuses].sort()).toEqual([200, 422])
  })
})

describe('every media type that the document tells of', () => {
  it('[G6] is read by its routes as the document says', async () => {
    const types = described.document.tags.filter((tag) => /media types/i.test(tag['x-group']))
    expect(types.map((tag) => tag.name)).toEqual(expect.arrayContaining([name, 'movies', 'users', 'adm_fields']))
    for (const type of types) {
      const list = await get(`/${type.name}`, { pageSize: 5 })
      const [first] = list.body[type.name] as readonly { readonly _id: number }[]
      if (first === undefined) continue
      const one = `/api/v1/${type.name}/{id}`
      described.check('GET', one, await get(`/${type.name}/${first._id}`))
      for (const path of Object.keys(described.document.paths).filter((each) => each.startsWith(`${one}/`)))
        described.check('GET', path, await get(path.slice('/api/v1'.length).replace('{id}', String(first._id))))
      expect([type.name, described.faults(`components/schemas/${type.name}.update`, first)]).toEqual([type.name, []])
    }
  })
})
