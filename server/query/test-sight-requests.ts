import fc from 'fast-check'
import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { filters } from './test-filters.ts'
import type { Asked } from './test-world-site.ts'

const word = fc.constantFrom('amber', 'birch', 'hidden')
const id = fc.integer({ min: 1, max: 9 })

/** Reads of every kind, and writes that come to nothing. */
export function requestsOf(type: MediaType, catalog: Catalog): fc.Arbitrary<Asked> {
  const { name } = type
  const fields = [...type.fields.values()].flatMap(({ name: field, relation }) => {
    const inner = relation === null ? undefined : catalog.mediaTypes.get(relation.to)?.fields.keys()
    return [field, ...[...(inner ?? [])].map((one) => `${field}[${one}]`)]
  })
  const keys = [...type.relations.keys()]
  const targets = [...new Set([...type.relations.values()].map(({ to }) => to))]
  const field = fc.constantFrom('id', ...fields)
  const list = fc
    .record(
      {
        filter: filters(type, catalog),
        sort: fc.tuple(fc.constantFrom('', '-'), field).map((parts) => parts.join('')),
        include: fc.constantFrom('', ...targets),
        fields: fc.constantFrom('', keys.join(',')),
        pageSize: fc.constantFrom('1', '3', '600'),
        page: fc.constantFrom('0', '1', '2'),
        [`fields[${targets[0]}]`]: fc.constantFrom('', 'name', 'id'),
      },
      { noNullPrototype: true },
    )
    .chain((all) => fc.subarray(Object.entries(all).filter(([, value]) => value !== '')))
    .map((parameters) => ({ path: `/api/v1/${name}?${new URLSearchParams(parameters)}` }))
  const exported = list.map(({ path }) => ({ path, headers: { accept: 'text/csv' } }))
  const one = fc.tuple(id, fc.constantFrom('', ...targets.map((to) => `?include=${to}`), `?fields=${keys.join(',')}`))
  const aggregate = fc
    .record({
      _groupBy: fc.uniqueArray(field, { maxLength: 2 }),
      _aggregates: fc.constantFrom('count', 'countDistinct', 'min', 'max', 'sum').chain((_function) =>
        fc.tuple(
          field.map((_field) => ({ _function, _field, _as: 'value' })),
          fc.constant({ _function: 'count', _as: 'all' }),
        ),
      ),
      _filter: fc.option(filters(type, catalog)),
    })
    .map((body) => ({ method: 'POST', path: '/api/v1/aggregate-data', body: { _mediaType: name, ...body } }))
  const refused = fc
    .record({
      id,
      member: fc.constantFrom(...keys, ...type.fields.keys()),
      value: fc.oneof(id, fc.array(id, { maxLength: 2 }), word),
    })
    .map(({ id, member, value }) => ({
      method: 'PATCH',
      path: `/api/v1/${name}/${id}`,
      // the last member is unknown: whatever else is told of, nothing is written
      body: { [name]: [{ _links: { [member]: value }, nothing_of_the_kind: 1 }] },
    }))
  return fc.oneof(
    { weight: 6, arbitrary: list },
    { weight: 1, arbitrary: exported },
    { weight: 2, arbitrary: one.map(([record, query]) => ({ path: `/api/v1/${name}/${record}${query}` })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(id, fc.constantFrom(...targets, 'nothing'))
        .map(([record, to]) => ({ path: `/api/v1/${name}/${record}/${to}` })),
    },
    { weight: 3, arbitrary: aggregate },
    { weight: 2, arbitrary: refused },
    {
      weight: 1,
      arbitrary: id.map((record) => ({
        method: 'DELETE',
        path: `/api/v1/${name}/${record}`,
        headers: { 'if-match': '"999.1"' },
      })),
    },
    { weight: 1, arbitrary: id.map((record) => ({ path: `/api/v2/history/${name}/${record}` })) },
  )
}
