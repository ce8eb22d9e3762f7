import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

describe('props of a field', () => {
  it('[X56.a] [M1.a] that its type knows nothing of are refused, with those that it knows', async () => {
    const name = await system.newType()
    const given = { mediatype: name, name: 'size', label: 'Size', type: 'Decimal' }
    for (const [type, props, told] of [
      ['Decimal', { maxi: 5 }, 'Decimal has no prop "maxi": expected one of min, max, step, precision, unit'],
      ['Text', { min: 5 }, 'Text has no prop "min": expected one of minLength, maxLength, pattern'],
      ['Boolean', { constructor: 1 }, 'Boolean has no prop "constructor": expected none'],
      ['JSON', JSON.parse('{"__proto__": {"min": 1}}'), 'JSON has no prop "__proto__": expected none'],
      ['Date', { choicesFrom: 'fieldTypes' }, 'Date has no prop "choicesFrom": expected one of min, max'],
    ] as const) {
      expect(errorOf(await system.add('adm_fields', { ...given, type, props }))).toMatchObject({
        status: '422',
        code: 'VALIDATION',
        detail: expect.stringContaining(told),
        source: { pointer: '/adm_fields/0/props' },
      })
    }
  })

  it.each([
    ['Slider', { marks: ['low'] }, 'marks'],
    ['Slider', { marks: { low: 'low' } }, 'marks'],
    ['Slider', { marks: { 1: 2 } }, 'marks'],
    ['Integer', { unit: { of: 'min' } }, 'unit'],
    ['TextArea', { rows: 0 }, 'rows'],
    ['TextArea', { rows: '3' }, 'rows'],
    ['Integer', { REDIRECT_TO_EDIT_PAGE_BY_FIELD: 7 }, 'REDIRECT_TO_EDIT_PAGE_BY_FIELD'],
    ['Related', { REDIRECT_TO_EDIT_PAGE_BY_FIELD: { page: 'film' } }, 'REDIRECT_TO_EDIT_PAGE_BY_FIELD'],
  ])('[M1.a] of a %s that say %j are refused', async (type, props, named) => {
    const answer = await system.add('adm_fields', { mediatype: 'tags', name: 'shown', label: 'Shown', type, props })
    expect(errorOf(answer)).toMatchObject({ status: '422', detail: expect.stringContaining(`${named}: expected`) })
  })

  it('[X56.a] [M1.a] that were there before stay, until the props are written', async () => {
    const name = await system.newType({ name: 'size', type: 'Integer', props: { min: 1 } })
    const id = await system.fieldId(name, 'size')
    expect(await system.change('adm_fields', id, { type: 'Text' })).toMatchObject({ status: 200 })
    const { kysely } = service.context.database
    await sql`update adm_fields set props = '{"min": 1, "odd": true}' where id = ${id}`.execute(kysely)
    await service.context.catalogs.refresh()
    expect(await system.change('adm_fields', id, { label: 'Length', name: 'length' })).toMatchObject({ status: 200 })
    expect(await system.add(name, { length: '0' })).toMatchObject({ status: 201 })
    expect(errorOf(await system.change('adm_fields', id, { props: { maxLength: 2, odd: true } })).detail).toContain(
      '"odd"',
    )
    expect(await system.change('adm_fields', id, { props: { maxLength: 5 } })).toMatchObject({ status: 200 })
  })

  it('[M1.a] [FT:Secret] of a secret come without a default value, which would be told', async () => {
    const secret = { mediatype: 'tags', name: 'pin', label: 'Pin', type: 'Secret', default_value: '0000' }
    expect(errorOf(await system.add('adm_fields', secret))).toMatchObject({
      status: '422',
      source: { pointer: '/adm_fields/0/default_value' },
    })
  })
})
