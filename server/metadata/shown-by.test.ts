import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { adding, errorOf, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

describe('the field that records are shown by', () => {
  it.each(['JSON', 'MultiEnum', 'Range', 'Secret'])(
    '[M1.a] is not of type %s, which nothing sorts by',
    async (type) => {
      const choices = type === 'MultiEnum' ? { enum_values: [{ value: 'a', label: 'A' }] } : {}
      const name = await system.newType({ name: 'odd', type, ...choices })
      const id = await system.typeId(name)
      expect(errorOf(await system.change('adm_mediatypes', id, { name_field: 'odd' }))).toMatchObject({
        status: '422',
        source: { pointer: '/adm_mediatypes/0/name_field' },
      })
      expect(await system.change('adm_mediatypes', id, { name_field: 'title' })).toMatchObject({ status: 200 })
      const title = await system.fieldId(name, 'title')
      const answer = await system.change('adm_fields', title, { type, ...choices }, '?confirmLoss=true')
      expect(errorOf(answer)).toMatchObject({
        status: '422',
        detail: expect.stringContaining('shown and sorted by title'),
      })
      expect((await service.get(`/${name}/1,2`)).status).toBe(200)
    },
  )
})

describe('a list of related records', () => {
  it('[M1.a] is edited by a field that can hold them', async () => {
    const [name, to] = [await system.newType(), await system.newType()]
    const relation = { mediatype: name, related_mediatype: to, link_column: 'one', link_related_column: 'other' }
    const given = { ...relation, kind: 'many-to-many', field: 'title', link_table: `${name}_${to}` }
    expect(errorOf(await system.add('adm_relateds', given))).toMatchObject({
      status: '422',
      detail: expect.stringContaining('expected a field of type Related, not Text'),
      source: { pointer: '/adm_relateds/0/field' },
    })
  })

  it('[M1.a] [P2.b] over tables that were there before joins by none of Marquee’s own', async () => {
    const { kysely } = service.context.database
    await sql
      .raw('create table pasture (id bigint primary key, version int not null default 1, title text)')
      .execute(kysely)
    await sql.raw('create table grazing (one bigint, other bigint)').execute(kysely)
    const name = await system.newType()
    await sql`update adm_mediatypes set is_foreign = true, table_name = 'pasture' where name = ${name}`.execute(kysely)
    await service.context.catalogs.refresh()
    const relation = (link_table: string, columns: object) =>
      system.batch([
        adding('adm_relateds', {
          ...{ mediatype: name, related_mediatype: 'tags', kind: 'many-to-many', link_table, link_column: 'one' },
          ...{ link_related_column: 'other', ...columns },
        }),
      ])
    const own = { link_column: 'user_id', link_related_column: 'group_id' }
    for (const table of ['user_groups', 'permissions', 'edit_history', 'auth_tokens', 'marquee_files', 'adm_fields'])
      expect(errorOf(await relation(table, own))).toMatchObject({
        status: '422',
        detail: expect.stringContaining('name of Marquee’s own'),
      })
    expect(await relation('grazing', {})).toMatchObject({ status: 200 })
  })
})
