import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MediaType } from '../catalog/catalog.ts'
import { predicateSql } from './compile-predicate.ts'
import { Values } from './plan.ts'
import { sourceSet } from './source-set.ts'
import { SqlWriter } from './sql-writer.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from './test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
})
afterAll(() => service.close())

const id = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(32_766, 32_767, 32_768, 1_000_000),
  fc.maxSafeInteger().map(Math.abs),
)
const held = fc.uniqueArray(fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) }, id), { maxLength: 30 })
// a table that was there before Marquee may refer to anything
const stored = fc.array(fc.oneof(fc.constantFrom(null, 0, -1, -8), id), { minLength: 1, maxLength: 40 })

it('[P2] records of a set’s sources are seen, those without a source, and no others', async () => {
  const catalog = service.context.catalogs.current()
  const type = [...catalog.mediaTypes.values()].find(({ sourceField }) => sourceField !== null) as MediaType
  const column = type.fields.get(type.sourceField as string)?.column as string
  await fc.assert(
    fc.asyncProperty(held, stored, async (ids, sources) => {
      const [values, sql] = [new Values(), new SqlWriter()]
      const where = predicateSql({ kind: 'source', ...sourceSet(ids, values) }, type, 'r', { sql, catalog })
      const slot = values.add(sources)
      const rows = `unnest(${sql.parameter(slot, 'bigint[]')}) as r("${column}")`
      const text = `select coalesce(string_agg(coalesce(r."${column}"::text, ''), ','), 'none') from ${rows} where ${where}`
      const parameters = sql.slots.map((each) => values.list[each])
      const [row] = await service.context.database.read({ text, values: parameters })
      const seen = sources.filter((source) => source === null || ids.includes(source)).map((source) => source ?? '')
      expect(row).toEqual([seen.length === 0 ? 'none' : seen.join(',')])
    }),
    { numRuns: 300 },
  )
})
