import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { entityOf, errorOf, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

const add = (language: string, key: string) => system.add('adm_dictionary', { language, key, text: 'Grüezi' })

it('[X56.d] [M1.a] [D9] a text stands once in a language, however its tag is written', async () => {
  const text = entityOf(await add('de-CH', 'HELLO'), 'adm_dictionary')
  const unique = { status: '409', code: 'UNIQUE', source: { pointer: '/adm_dictionary/0/key' } }
  for (const language of ['de-CH', 'de-ch', 'DE-ch'])
    expect(errorOf(await add(language, 'HELLO'))).toMatchObject(unique)
  const other = entityOf(await add('de-ch', 'BYE'), 'adm_dictionary')
  expect(errorOf(await system.change('adm_dictionary', other._id, { key: 'HELLO' }))).toMatchObject({ status: '409' })
  expect(await system.change('adm_dictionary', text._id, { language: 'de-ch' })).toMatchObject({ status: 200 })
})

it.each(['de-1', 'en-a', 'x'])('[M1.a] [D9] %j is no language to have texts in', async (language) => {
  expect(errorOf(await add(language, 'KEY'))).toMatchObject({
    status: '422',
    source: { pointer: '/adm_dictionary/0/language' },
  })
})
