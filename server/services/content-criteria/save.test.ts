import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rights } from '../../catalog/rights.ts'
import { filters, mutated } from '../../query/test-filters.ts'
import { openTestService, prepareSmallCatalogue, type TestAnswer, type TestService } from '../../query/test-service.ts'
import { addCriteria, type CriteriaRecord, changeCriteria, criteriaId, faults } from './test-criteria.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const RUNS = Number(process.env.FUZZ_RUNS ?? 400)
const AT = '/content_criteria/0'

let service: TestService
beforeAll(async () => {
  service = await openTestService({
    prepare: prepareSmallCatalogue,
    environment: { CONTENT_CRITERIA_HIGHLIGHT_LIMIT: '2' },
  })
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

const all = { read: true, write: true, delete: true }
const rights = (types: readonly string[]): Rights => ({
  unrestricted: false,
  mediaTypes: new Map(['content_criteria', ...types].map((type) => [type, all])),
  sources: { read: [1], write: [1], delete: [1] },
  signature: types.join(),
})

const refused = async (record: CriteriaRecord, rights?: Rights): Promise<readonly string[]> => {
  const answer = await addCriteria(service, record, rights)
  expect(answer.status).not.toBe(201)
  return faults(answer)
}

describe('saving content criteria', () => {
  it('[D10] [SVC:content-criteria] takes what can be expanded', async () => {
    for (const record of [
      {},
      {
        filter_expression: 'year_$ge_1990_$and_(title_$ct_star_$or_maker[name]_$eq_Ada)',
        sort_expression: '-year,title',
      },
      { highlights: [2, 1], max_records: 7, description: 'x' },
      { highlights: null, filter_expression: '', sort_expression: '' },
    ])
      expect(await criteriaId(service, record)).toBeGreaterThan(0)
  })

  it('[D10] [D1.f] tells where a filter goes wrong: a pointer to it, and the position', async () => {
    for (const [filter_expression, position] of [
      ['year_$ge', 8],
      ['year_$ge_x', 9],
      ['nothing_$eq_1', 0],
      ['title_$in(a', 11],
      ['year_$xx_1', 5],
      ['id_$in(contentcriteria:999999)', 7],
    ] as const) {
      const place = [`VALIDATION ${AT}/filter_expression`, position].filter((part) => part !== undefined).join(' ')
      expect([filter_expression, await refused({ filter_expression })]).toEqual([filter_expression, [place]])
    }
  })

  it('[D10] tells all that is wrong at once', async () => {
    const wrong = { filter_expression: 'a', sort_expression: 'nothing', highlights: 'x' }
    expect(await refused(wrong)).toEqual([
      `VALIDATION ${AT}/highlights`,
      `VALIDATION ${AT}/filter_expression 1`,
      `VALIDATION ${AT}/sort_expression`,
    ])
    expect(await refused({ mediatype: 'nothing' })).toEqual([`VALIDATION ${AT}/mediatype`])
    expect(await refused({ max_records: -1 })).toEqual([`VALIDATION ${AT}/max_records`])
  })

  it('[LIM:content-criteria-highlight] takes as many highlights as are configured, and ids only', async () => {
    for (const highlights of [[1, 2, 3], [0], ['1'], [1.5], { a: 1 }, 5])
      expect(await refused({ highlights })).toEqual([`VALIDATION ${AT}/highlights`])
    expect(await criteriaId(service, { highlights: [1, 1, 2] })).toBeGreaterThan(0)
  })

  it('[D10] checks a change against what stays', async () => {
    const id = await criteriaId(service, { filter_expression: 'year_$ge_1990', sort_expression: 'title' })
    expect(faults(await changeCriteria(service, id, { mediatype: 'makers' }))).toEqual([
      `VALIDATION ${AT}/filter_expression 0`,
      `VALIDATION ${AT}/sort_expression`,
    ])
    const both = { mediatype: 'makers', filter_expression: 'name_$eq_Ada', sort_expression: null }
    expect((await changeCriteria(service, id, both)).status).toBe(200)
    expect((await changeCriteria(service, id, { description: 'of makers' })).status).toBe(200)
  })

  it('[D10.a] refuses criteria that would use themselves, alone or together with others of the same save', async () => {
    const one = await criteriaId(service, {})
    const two = await criteriaId(service, { filter_expression: `id_$in(contentcriteria:${one})` })
    for (const used of [one, two]) {
      const answer = await changeCriteria(service, one, { filter_expression: `id_$in(contentcriteria:${used})` })
      expect([answer.status, faults(answer)]).toEqual([422, [`VALIDATION ${AT}/filter_expression`]])
    }
    const [third, fourth] = [await criteriaId(service, {}), await criteriaId(service, {})]
    const together = await service.send('PATCH', '/content_criteria', {
      content_criteria: [
        { _id: third, filter_expression: `id_$in(contentcriteria:${fourth})` },
        { _id: fourth, filter_expression: `id_$in(contentcriteria:${third})` },
      ],
    })
    expect([together.status, faults(together)]).toEqual([422, ['VALIDATION']])
  })

  it('[P3] [D10] [X32.a] lets nobody look, through criteria, at what they may not read', async () => {
    const title = { filter_expression: 'title_$sw_D' }
    const maker = { filter_expression: 'maker[name]_$eq_Ada' }
    const sort = { sort_expression: 'studio[name]' }
    expect(await refused(title, rights([]))).toEqual([`VALIDATION ${AT}/mediatype`])
    expect((await addCriteria(service, title, rights(['films']))).status).toBe(201)
    expect(await refused(maker, rights(['films']))).toEqual([`FORBIDDEN ${AT}/filter_expression`])
    expect(await refused(maker, rights(['films', 'makers']))).toEqual([`FORBIDDEN ${AT}/filter_expression`])
    expect(await refused(sort, rights(['films']))).toEqual([`FORBIDDEN ${AT}/sort_expression`])
    expect((await addCriteria(service, sort, rights(['films', 'studios']))).status).toBe(201)
  })

  it('[P4] [D10] [X32.a] lets nobody filter or sort by a field that is hidden from them', async () => {
    const limits = { hidden: new Set(['title']), readOnly: new Set<string>() }
    const blind: Rights = { ...rights(['films']), fields: new Map([['films', limits]]), signature: 'blind' }
    expect(await refused({ filter_expression: 'title_$sw_D' }, blind)).toEqual([`VALIDATION ${AT}/filter_expression 0`])
    expect(await refused({ sort_expression: '-title' }, blind)).toEqual([`VALIDATION ${AT}/sort_expression`])
    expect((await addCriteria(service, { sort_expression: '-year' }, blind)).status).toBe(201)
  })

  it('[P3] [D10] [X32.a] lets nobody count the records that they may not read', async () => {
    // whether one of their own is among the first tells how many of the others come before it
    const first = { mediatype: 'makers', sort_expression: 'name', max_records: 1 }
    const maker = rights(['makers'])
    expect(await refused(first, maker)).toEqual([`FORBIDDEN ${AT}/max_records`])
    expect(await refused({ mediatype: 'makers', highlights: [1], max_records: 1 }, maker)).toEqual([
      `FORBIDDEN ${AT}/max_records`,
    ])
    expect((await addCriteria(service, { ...first, max_records: 0 }, maker)).status).toBe(201)
    const studios = { mediatype: 'studios', max_records: 1 }
    expect((await addCriteria(service, studios, rights(['studios']))).status).toBe(201)
    const [sound, limited] = [await criteriaId(service, { ...first, max_records: 0 }), await criteriaId(service, first)]
    const change = (id: number, record: object): Promise<TestAnswer> =>
      service.send('PATCH', `/content_criteria/${id}`, { content_criteria: [record] }, maker)
    expect(faults(await change(sound, { max_records: 1 }))).toEqual([`FORBIDDEN ${AT}/max_records`])
    expect(faults(await change(limited, { filter_expression: 'name_$gt_A' }))).toEqual([`FORBIDDEN ${AT}/max_records`])
    expect((await change(limited, { description: 'the first of all' })).status).toBe(200)
  })

  it('[D10] [ERR:INTERNAL] [P3] any filter is saved or refused with its place, and what is saved can be expanded', async () => {
    const type = service.context.catalogs.current().mediaTypes.get('films')
    if (type === undefined) throw new Error('there are no films')
    const sound = filters(type, service.context.catalogs.current())
    const use = fc
      .tuple(fc.constantFrom('id_$in', 'id_$notin', 'maker_$in', 'tags_$in', 'title_$in'), fc.nat({ max: 40 }))
      .map(([start, id]) => `${start}(contentcriteria:${id})`)
    const using = fc.tuple(sound, fc.constantFrom('_$and_', '_$or_'), use).map((parts) => parts.join(''))
    const texts = fc.oneof(sound, mutated(sound), use, using, mutated(using))
    let [saved, not] = [0, 0]
    await fc.assert(
      fc.asyncProperty(texts, async (filter_expression) => {
        const answer = await addCriteria(service, { filter_expression })
        if (answer.status === 201) {
          saved += 1
          const id = (answer.body.content_criteria as readonly { readonly _id: number }[])[0]?._id
          const used = await service.get(`/films?contentcriteria=${id}&pageSize=1`)
          const [error] = used.body.errors ?? []
          expect([filter_expression, used.status, error?.detail]).toEqual([filter_expression, 200, undefined])
        } else {
          not += 1
          expect([filter_expression, answer.status, faults(answer)[0]]).toEqual([
            filter_expression,
            422,
            expect.stringMatching(/^VALIDATION \/content_criteria\/0\/filter_expression/),
          ])
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect([saved > RUNS / 20, not > RUNS / 20]).toEqual([true, true])
  }, 120_000)
})
