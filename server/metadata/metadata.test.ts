import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { metadataProblems } from '../catalog/check-metadata.ts'
import { wrongOptions } from '../catalog/component-options.ts'
import { loadMetadata } from '../catalog/load.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { adding, entityOf, errorOf, newName, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

describe('metadata through the data API', () => {
  it('[M1] every system media type reads as any other, and its own metadata is sound', async () => {
    const { mediaTypes } = service.context.catalogs.current()
    const names = [...mediaTypes.values()].filter((type) => type.system).map(({ name }) => name)
    expect(names.sort()).toEqual(
      ['adm_dictionary', 'adm_fields', 'adm_mediatypes', 'adm_page_components', 'adm_pages', 'adm_relateds'].concat([
        'adm_remotes',
        'content_criteria',
        'groups',
        'oauth_clients',
        'permissions',
        'sources',
        'storage_areas',
        'users',
      ]),
    )
    for (const name of names) {
      const sort = [...(mediaTypes.get(name)?.fields.values() ?? [])]
        .filter(({ stored, type }) => stored && type.sortable)
        .map((field) => field.name)
      expect(await service.get(`/${name}?sort=${sort.join(',')}`)).toMatchObject({ status: 200 })
    }
    const rows = await loadMetadata(service.context.database)
    expect(metadataProblems(rows)).toEqual([])
    expect(wrongOptions(rows, { ...rows, components: [] })).toEqual([])
  })

  it('[X56.g] [M1.c] a joining table is named after what it joins, unless its names are given', async () => {
    const [boats, flags] = [newName(), newName()]
    const relation = { mediatype: boats, related_mediatype: flags, kind: 'many-to-many' }
    const answer = await system.batch([
      adding('adm_mediatypes', { name: boats, label: 'Boat', label_plural: 'Boats' }),
      adding('adm_mediatypes', { name: flags, label: 'Flag', label_plural: 'Flags' }),
      adding('adm_fields', { mediatype: flags, name: 'name', label: 'Name' }),
      adding('adm_fields', { mediatype: boats, name: 'owned', label: 'Owned', type: 'Related' }),
      adding('adm_relateds', relation),
      adding('adm_relateds', { ...relation, field: 'owned', link_related_column: 'cloth' }),
      adding('adm_relateds', { ...relation, related_mediatype: boats }),
    ])
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
    const stored = await service.get(`/adm_relateds?mediatype=${boats}&sort=id`)
    expect(stored.body.adm_relateds).toMatchObject([
      { link_table: `${boats}_${flags}`, link_column: boats, link_related_column: flags },
      { link_table: `${boats}_owned`, link_column: `${boats}_owned`, link_related_column: 'cloth' },
      { link_table: `${boats}_${boats}`, link_column: boats, link_related_column: `related_${boats}` },
    ])
    const flag = entityOf(await system.add(flags, { name: 'Jolly Roger' }), flags)._id
    const boat = entityOf(await system.add(boats, { _links: { [`${flags}[${boats}]`]: [flag], owned: [flag] } }), boats)
    expect(boat._links).toMatchObject({ [`${flags}[${boats}]`]: [flag] })
    const taken = errorOf(await system.add('adm_relateds', relation))
    expect(taken).toMatchObject({ code: 'VALIDATION', source: { pointer: '/adm_relateds/0/link_table' } })
  })

  it('[M1.a] [M1.c] a media type, its fields and relations are made in one save and used at once', async () => {
    const [boats, flags] = [newName(), newName()]
    const answer = await system.batch([
      adding('adm_mediatypes', { name: boats, label: 'Boat', label_plural: 'Boats' }),
      adding('adm_mediatypes', { name: flags, label: 'Flag', label_plural: 'Flags' }),
      adding('adm_fields', { mediatype: flags, name: 'name', label: 'Name', required: true }),
      adding('adm_fields', { mediatype: boats, name: 'name', label: 'Name', is_unique: true, indexed: true }),
      adding('adm_fields', { mediatype: boats, name: 'flag', label: 'Flag', type: 'DropRelated' }),
      adding('adm_fields', { mediatype: boats, name: 'flown', label: 'Flown', type: 'Related' }),
      adding('adm_relateds', { mediatype: boats, related_mediatype: flags, kind: 'many-to-one', column_name: 'flag' }),
      adding('adm_relateds', {
        mediatype: boats,
        related_mediatype: flags,
        kind: 'many-to-many',
        field: 'flown',
        link_table: `${boats}_flags`,
        link_column: 'boat',
        link_related_column: 'flown_flag',
      }),
    ])
    expect(answer.status).toBe(200)
    const flag = entityOf(await system.add(flags, { name: 'Jolly Roger' }), flags)._id
    const boat = await system.add(boats, { name: 'Ann', _links: { flag, flown: [flag] } })
    expect(entityOf(boat, boats)._links).toEqual({ flag, [`${flags}[boat]`]: [flag] })
    expect(errorOf(await system.add(boats, { name: 'Ann' }))).toMatchObject({ code: 'UNIQUE' })
    expect(errorOf(await system.remove(flags, flag))).toMatchObject({ code: 'REFERENCED' })
  })

  it('[M1.c] fields come after those there are, and a media type may name one of them', async () => {
    const name = await system.newType({ name: 'second' })
    expect(
      (await system.add('adm_fields', { mediatype: name, name: 'third', label: 'T' })).body.adm_fields,
    ).toMatchObject([{ sort_order: 3, type: 'Text', required: false }])
    const answer = await system.change('adm_mediatypes', await system.typeId(name), {
      name_field: 'third',
      label: 'Other',
    })
    expect(entityOf(answer, 'adm_mediatypes')).toMatchObject({ name_field: 'third', table_name: name, label: 'Other' })
    const { nameField, fields } = service.context.catalogs.current().mediaTypes.get(name) ?? {}
    expect([nameField, ...(fields?.keys() ?? [])]).toEqual(['third', 'title', 'second', 'third'])
  })

  it('[M1.c] a save that is refused leaves neither rows nor tables', async () => {
    const name = newName()
    const answer = await system.batch([
      adding('adm_mediatypes', { name, label: 'A', label_plural: 'B' }),
      adding('adm_fields', { mediatype: name, name: 'version', label: 'Version' }),
    ])
    expect(errorOf(answer)).toMatchObject({
      status: '422',
      code: 'VALIDATION',
      source: { pointer: '/_operations/1/_data/name' },
      detail: expect.stringContaining('version has a meaning of its own'),
    })
    expect(await service.get(`/${name}`)).toMatchObject({ status: 404 })
    await sql`create table ${sql.table(name)} (x int)`.execute(service.context.database.kysely)
    const taken = await system.add('adm_mediatypes', { name, label: 'A', label_plural: 'B' })
    expect(errorOf(taken)).toMatchObject({ status: '422', source: { pointer: '/adm_mediatypes/0' } })
  })

  it('[M1.d] what would lose data is refused with what is lost, and done when that is confirmed', async () => {
    const name = await system.newType({ name: 'length', type: 'Text' })
    await system.add(name, { title: 'Ann', length: 'long' })
    await system.add(name, { title: 'Bea', length: '12' })
    const id = await system.fieldId(name, 'length')
    expect(errorOf(await system.change('adm_fields', id, { type: 'Integer' }))).toMatchObject({
      status: '409',
      code: 'CONFIRMATION_REQUIRED',
      source: { pointer: '/adm_fields/0' },
      meta: { losses: [{ rows: 1, description: `values of ${name}.length that are no Integer` }] },
    })
    expect((await service.get(`/${name}?sort=title`)).body[name]).toMatchObject([{ length: 'long' }, { length: '12' }])
    expect(await system.change('adm_fields', id, { type: 'Integer' }, '?confirmLoss=true')).toMatchObject({
      status: 200,
    })
    expect((await service.get(`/${name}?sort=title`)).body[name]).toMatchObject([{ length: null }, { length: 12 }])
    expect(errorOf(await system.remove('adm_fields', id))).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    expect(errorOf(await system.remove('adm_mediatypes', await system.typeId(name)))).toMatchObject({
      meta: { losses: [{ rows: 2, description: `the records of ${name}` }] },
    })
    expect(await system.remove('adm_mediatypes', await system.typeId(name), '?confirmLoss=true')).toMatchObject({
      status: 204,
    })
    expect(await service.get(`/${name}`)).toMatchObject({ status: 404 })
    expect((await service.get(`/adm_fields?mediatype=${name}`)).body.adm_fields).toEqual([])
  })

  it('[M1.c] what stands in the way of a rule is told', async () => {
    const name = await system.newType({ name: 'n', type: 'Integer' })
    await system.add(name, { title: 'Ann' })
    const id = await system.fieldId(name, 'n')
    expect(errorOf(await system.change('adm_fields', id, { required: true }))).toMatchObject({
      status: '422',
      detail: expect.stringContaining('1 record has no value'),
      source: { pointer: '/adm_fields/0' },
    })
    expect(await system.change('adm_fields', id, { required: true, default_value: 7 })).toMatchObject({ status: 200 })
    expect((await service.get(`/${name}`)).body[name]).toMatchObject([{ n: 7 }])
  })
})

describe('a table that was there before', () => {
  it('[M1.c] keeps its definition; its fields are columns that are there', async () => {
    const { database, catalogs } = service.context
    await sql`create table ships (id bigint primary key, "Name" text, tons integer)`.execute(database.kysely)
    await sql`insert into adm_mediatypes (name, label, label_plural, table_name, is_foreign, version_source)
      values ('ships', 'Ship', 'Ships', 'ships', true, 'xmin')`.execute(database.kysely)
    await catalogs.refresh()
    const before = await sql`select * from information_schema.columns where table_name = 'ships'`.execute(
      database.kysely,
    )
    expect(
      await system.add('adm_fields', {
        mediatype: 'ships',
        name: 'tons',
        label: 'Tons',
        type: 'Integer',
        indexed: true,
      }),
    ).toMatchObject({ status: 201 })
    expect(
      errorOf(await system.add('adm_fields', { mediatype: 'ships', name: 'sails', label: 'Sails' })),
    ).toMatchObject({
      status: '422',
      detail: expect.stringContaining('fields that are columns of ships'),
    })
    expect(await service.get('/ships')).toMatchObject({ status: 200 })
    expect(await system.remove('adm_mediatypes', await system.typeId('ships'))).toMatchObject({ status: 204 })
    const after = await sql`select * from information_schema.columns where table_name = 'ships'`.execute(
      database.kysely,
    )
    expect(after.rows).toEqual(before.rows)
  })
})
