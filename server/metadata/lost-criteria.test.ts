import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { errorOf, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

it('[M1.d] [D10] content criteria go with their media type only when that is confirmed', async () => {
  const name = await system.newType()
  const criteria = await system.add('content_criteria', { name: 'Mine', mediatype: name, max_records: 0 })
  expect([criteria.status, criteria.body.errors]).toEqual([201, undefined])
  const id = await system.typeId(name)
  const losses = [{ description: `the content criteria of ${name}`, rows: 1 }]
  const refused = { status: '409', code: 'CONFIRMATION_REQUIRED' }
  expect(errorOf(await system.remove('adm_mediatypes', id))).toMatchObject({ ...refused, meta: { losses } })
  await system.add(name, { title: 'One' })
  const records = { description: `the records of ${name}`, rows: 1 }
  expect(errorOf(await system.remove('adm_mediatypes', id))).toMatchObject({ meta: { losses: [records, ...losses] } })
  expect((await service.get(`/content_criteria?mediatype=${name}`)).body.content_criteria).toHaveLength(1)
  expect(await system.remove('adm_mediatypes', id, '?confirmLoss=true')).toMatchObject({ status: 204 })
  expect((await service.get(`/content_criteria?mediatype=${name}`)).body.content_criteria).toEqual([])
})
