import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AggregateAnswer } from '../../../shared/aggregate.ts'
import type { Meta } from '../../../shared/envelope.ts'
import type { Rights } from '../../catalog/rights.ts'
import { parseExport } from '../../query/export-request.ts'
import { openTestService, prepareSmallCatalogue, type TestAnswer, type TestService } from '../../query/test-service.ts'
import { type CriteriaRecord, changeCriteria, criteriaId, faults, idsOf } from './test-criteria.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

const add = (record: CriteriaRecord): Promise<number> => criteriaId(service, record)
const films = async (query: string, rights?: Rights): Promise<readonly number[]> => {
  const answer = await service.get(`/films?${query}`, rights)
  expect(faults(answer)).toEqual([])
  return idsOf(answer, 'films')
}
const READ = { read: true, write: false, delete: false }
/** Reads films of the sources 1 and 2, and criteria as far as `criteria` says. */
const reader = (criteria: boolean): Rights => ({
  unrestricted: false,
  mediaTypes: new Map([['films', READ], ...(criteria ? [['content_criteria', READ] as const] : [])]),
  sources: { read: [1, 2], write: [], delete: [] },
  signature: `reader ${criteria}`,
})

describe('contentcriteria=<id>', () => {
  it('[D10] filters a list by a saved filter, in the order of the criteria', async () => {
    const id = await add({ filter_expression: 'year_$ge_2000', sort_expression: '-year' })
    expect(await films(`contentcriteria=${id}`)).toEqual([4, 2])
    expect(await films(`contentCriteria=${id}`)).toEqual([4, 2])
    expect(await films(`contentcriteria=${id}&sort=year`)).toEqual([2, 4])
    expect(await films(`contentcriteria=${id}&filter=title_$eq_Noon`)).toEqual([2])
    expect(await films(`contentcriteria=${id}&pageSize=1&page=1`)).toEqual([2])
    expect(await films(`contentcriteria=${await add({})}`)).toEqual([1, 2, 3, 4])
  })

  it('[D10] puts highlights first, as far as they are there, and keeps to the limit', async () => {
    const id = await add({ sort_expression: 'title', highlights: [3, 77, 4], max_records: 3 })
    expect(await films(`contentcriteria=${id}`)).toEqual([3, 4, 1])
    const only = await add({ filter_expression: 'year_$eq_1990', highlights: [4, 2] })
    expect(await films(`contentcriteria=${only}`)).toEqual([4, 2, 1])
    expect(await films(`contentcriteria=${await add({ highlights: [2, 1], max_records: 1 })}`)).toEqual([2])
  })

  it('[D10] [META:_filterRowCount] counts what it finds and keeps the parameter in the links of other pages', async () => {
    const id = await add({ filter_expression: 'year_$ge_1990' })
    const answer = await service.get(`/films?contentcriteria=${id}&pageSize=2`)
    const meta = answer.body._meta as Meta
    expect(meta).toMatchObject({ _filterRowCount: 3, _pageCount: 2 })
    expect(meta._nextPage).toContain(`contentcriteria=${id}`)
    await changeCriteria(service, id, { filter_expression: 'year_$eq_1990' })
    expect((await service.get(`/films?contentcriteria=${id}`)).body._meta).toMatchObject({ _filterRowCount: 1 })
  })

  it('[D10] belongs to several ids and to a sublevel as well, and to no single record', async () => {
    const id = await add({ filter_expression: 'year_$ge_1990', sort_expression: '-year' })
    expect(idsOf(await service.get(`/films/1,2,3?contentcriteria=${id}`), 'films')).toEqual([2, 1])
    expect(idsOf(await service.get(`/makers/1/films?contentcriteria=${id}`), 'films')).toEqual([1])
    expect(faults(await service.get(`/films/1?contentcriteria=${id}`))).toEqual(['PARAMETER contentcriteria'])
  })

  it('[D10] [P2] applies the rights of who reads, and is for those who may read criteria', async () => {
    const id = await add({ filter_expression: 'year_$ge_1990_$or_year_$isempty_true', sort_expression: '-title' })
    expect(await films(`contentcriteria=${id}`)).toEqual([2, 4, 3, 1])
    expect(await films(`contentcriteria=${id}`, reader(true))).toEqual([2, 4, 1])
    const refused = await service.get(`/films?contentcriteria=${id}`, reader(false))
    expect([refused.status, faults(refused)]).toEqual([400, ['PARAMETER contentcriteria']])
  })

  it('[D10] tells of criteria that are unknown, of another media type or no id', async () => {
    const makers = await add({ mediatype: 'makers' })
    for (const value of [999_999, makers, 'x', '-1', '', '1,2', 99999999999999999999n]) {
      const answer = await service.get(`/films?contentcriteria=${value}`)
      expect([value, answer.status, faults(answer)]).toEqual([value, 400, ['PARAMETER contentcriteria']])
    }
  })

  it('[D10] tells of criteria that were sound when they were saved', async () => {
    const used = await add({ filter_expression: 'year_$ge_1990' })
    const id = await add({ filter_expression: `id_$in(contentcriteria:${used})` })
    expect(await films(`contentcriteria=${id}`)).toEqual([1, 2, 4])
    await service.send('DELETE', `/content_criteria/${used}`)
    const answer = await service.get(`/films?contentcriteria=${id}`)
    expect([answer.status, faults(answer)]).toEqual([400, ['PARAMETER contentcriteria']])
    expect(answer.body.errors?.[0]?.detail).toContain(`content criteria ${used}`)
  })

  it('[D10] [D11] chooses what is exported', async () => {
    const id = await add({ filter_expression: 'year_$ge_1990', highlights: [4, 1] })
    const open = async (query: string): Promise<string> => {
      const { dataApi } = service.context
      const request = parseExport('films', { kind: 'list' }, query, 'csv', dataApi.limits)
      const { chunks } = await dataApi.exporter.open(request, reader(true))
      let text = ''
      for await (const chunk of chunks()) text += chunk
      return text
    }
    expect(await open(`contentcriteria=${id}&fields=title`)).toBe('id,title\r\n4,Night\r\n1,Dawn\r\n2,Noon\r\n')
    // whether criteria have an order of their own is no part of a statement that goes by another
    for (const record of [{}, { highlights: [3, 1] }]) {
      const other = await add(record)
      expect(await open(`filter=id_$in(contentcriteria:${other})&fields=id`)).toBe('id\r\n1\r\n2\r\n4\r\n')
      expect(await open(`contentcriteria=${other}&sort=-id&fields=id`)).toBe('id\r\n4\r\n2\r\n1\r\n')
    }
    expect(await open(`contentcriteria=${id}&fields=id&limit=2`)).toBe('id\r\n4\r\n1\r\n')
    expect(await open(`contentcriteria=${await add({ filter_expression: 'year_$gt_3000' })}&fields=id`)).toBe('id\r\n')
  })

  it('[D10] [D8] chooses what is aggregated', async () => {
    const id = await add({ filter_expression: 'year_$ge_2000' })
    const count = { _function: 'count', _as: 'n' }
    const aggregate = (more: object): Promise<TestAnswer> =>
      service.send('POST', '/aggregate-data', { _mediaType: 'films', _aggregates: [count], ...more })
    const rows = ({ body }: TestAnswer) => (body as unknown as AggregateAnswer)._rows
    expect(rows(await aggregate({ _contentCriteria: id }))).toEqual([[2]])
    expect(rows(await aggregate({ _filter: `id_$notin(contentcriteria:${id})` }))).toEqual([[2]])
    expect(rows(await aggregate({ _contentCriteria: null }))).toEqual([[4]])
    for (const [wrong, status] of [
      [999_999, 422],
      [await add({ mediatype: 'tags' }), 422],
      ['1', 422],
      [1.5, 422],
      [0, 422],
    ] as const) {
      const answer = await aggregate({ _contentCriteria: wrong })
      expect([wrong, answer.status, faults(answer)]).toEqual([wrong, status, ['VALIDATION /_contentCriteria']])
    }
  })
})

describe('_$in(contentcriteria:<id>)', () => {
  it('[D10.a] filters ids and relations of every kind', async () => {
    const recent = await add({ filter_expression: 'year_$ge_2000' })
    const ada = await add({ mediatype: 'makers', filter_expression: 'name_$eq_Ada' })
    const loud = await add({ mediatype: 'tags', filter_expression: 'name_$eq_loud' })
    expect(await films(`filter=id_$in(contentcriteria:${recent})`)).toEqual([2, 4])
    expect(await films(`filter=id_$notin(contentcriteria:${recent})`)).toEqual([1, 3])
    expect(await films(`filter=id_$in(1,contentcriteria:${recent})`)).toEqual([1, 2, 4])
    expect(await films(`filter=id_$notin(1,contentcriteria:${recent})`)).toEqual([3])
    expect(await films(`filter=maker_$in(contentcriteria:${ada})`)).toEqual([1, 3])
    expect(await films(`filter=maker[id]_$in(contentcriteria:${ada})`)).toEqual([1, 3])
    expect(await films(`filter=tags_$in(contentcriteria:${loud})`)).toEqual([1, 3])
    expect(await films(`filter=tags_$notin(contentcriteria:${loud})`)).toEqual([2, 4])
    expect(await films(`filter=studio_$in(1:1,contentcriteria:${await add({ mediatype: 'studios' })})`)).toEqual([
      1, 2, 3,
    ])
  })

  it('[D10.a] [FG12] leaves fields that hold no ids their text', async () => {
    const made = await service.send('POST', '/films', { films: [{ title: 'contentcriteria:5' }] })
    const [id = 0] = idsOf(made, 'films')
    expect(await films('filter=title_$in(contentcriteria:5)')).toEqual([id])
    await service.send('DELETE', `/films/${id}`)
  })

  it('[D10.a] tells where in the filter criteria are unknown or of another media type', async () => {
    const makers = await add({ mediatype: 'makers' })
    for (const [filter, position] of [
      ['id_$in(contentcriteria:999999)', 7],
      [`year_$eq_1_$or_id_$in(contentcriteria:${makers})`, 22],
      [`maker_$in(contentcriteria:${await add({})})`, 10],
      ['id_$in(contentcriteria:)', 7],
      ['id_$in(contentcriteria:1[x])', 7],
      ['id_$eq_contentcriteria:1', 7],
    ] as const) {
      const answer = await service.get(`/films?filter=${encodeURIComponent(filter)}`)
      expect([filter, answer.status, faults(answer)]).toEqual([filter, 400, [`FILTER_SYNTAX filter ${position}`]])
    }
  })

  it('[D10.a] takes at most ten at once', async () => {
    const ids = await Promise.all(Array.from({ length: 11 }, () => add({ filter_expression: 'year_$eq_1990' })))
    const filter = (count: number) =>
      `filter=id_$in(${ids
        .slice(0, count)
        .map((id) => `contentcriteria:${id}`)
        .join(',')})`
    expect(await films(filter(10))).toEqual([1])
    const position = filter(11).lastIndexOf('contentcriteria') - 'filter='.length
    expect(faults(await service.get(`/films?${filter(11)}`))).toEqual([`FILTER_SYNTAX filter ${position}`])
  })

  it('[D10.a] may be used by other criteria, which know no rights', async () => {
    const recent = await add({ filter_expression: 'year_$ge_2000' })
    const others = await add({ filter_expression: `id_$notin(contentcriteria:${recent})`, sort_expression: '-id' })
    expect(await films(`contentcriteria=${others}`)).toEqual([3, 1])
    expect(await films(`contentcriteria=${others}`, reader(true))).toEqual([1])
  })

  it('[D10.a] [FN2] is for finders as well, expanded before the save', async () => {
    const id = await add({ mediatype: 'tags', filter_expression: 'name_$eq_loud' })
    const tags = async (_href: string): Promise<unknown> => {
      const finder = { _type: 'finder', _href, _resultset: 'all' }
      const answer = await service.send('POST', '/films', { films: [{ title: 'New', _links: { tags: finder } }] })
      expect(faults(answer)).toEqual([])
      const [film = 0] = idsOf(answer, 'films')
      const found = await service.get(`/films/${film}/tags`)
      await service.send('DELETE', `/films/${film}`)
      return idsOf(found, 'tags')
    }
    expect(await tags(`/api/v1/tags?contentcriteria=${id}`)).toEqual([2])
    expect(await tags(`/api/v1/tags?filter=id_$notin(contentcriteria:${id})`)).toEqual([1])
    const _href = '/api/v1/tags?contentcriteria=999999'
    const refused = await service.send('POST', '/films', {
      films: [{ title: 'New', _links: { tags: { _type: 'finder', _href, _resultset: 'all' } } }],
    })
    expect(faults(refused)).toEqual(['PARAMETER /films/0/_links/tags/_href'])
  })
})

describe('what criteria cost', () => {
  it('[D10] a query that uses none asks for none, and one that does keeps the text of its statement', async () => {
    const { expand } = service.context.contentCriteria
    expect((await expand([999_999])).get(999_999)).toHaveProperty('unusable')
    const one = await add({ filter_expression: 'year_$ge_2000', sort_expression: '-year' })
    const two = await add({ filter_expression: 'year_$ge_1990', highlights: [3] })
    const last = async (query: string): Promise<string | undefined> => {
      await films(query)
      return service.statements.at(-1)
    }
    expect(await last(`contentcriteria=${one}`)).toBe(await last(`contentcriteria=${two}`))
    service.statements.length = 0
    await films('filter=year_$ge_2000')
    expect(service.statements.filter((text) => text.includes('content_criteria'))).toEqual([])
  })
})
