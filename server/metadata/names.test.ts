import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { adding, errorOf, newName, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

describe('names', () => {
  it('[M1.c] follow a media type and a field that are renamed: table, relations, pages and permissions', async () => {
    const name = await system.newType({ name: 'old', indexed: true })
    const key = `page_of_${name}`
    await system.batch([
      adding('adm_pages', { page_key: key, title: 'P', mediatype: name }),
      adding('adm_page_components', {
        page_key: key,
        component_key: 'list',
        type: 'list',
        configuration: { columns: ['title', 'old'], defaultSort: '-old,title', links: { old: key }, editPageKey: key },
      }),
      adding('groups', { name }),
    ])
    const { _id: group } = await system.find('groups', { name })
    await system.add('permissions', { owner_type: '2', owner_id: group, object_type: '2', key: name, can_read: true })
    await system.change('adm_mediatypes', await system.typeId(name), { name_field: 'old' })
    await system.add(name, { old: 'kept' })
    const other = newName()
    const renamed = await system.batch([
      { _op: 'update', _href: `/api/v1/adm_fields/${await system.fieldId(name, 'old')}`, _data: { name: 'young' } },
      { _op: 'update', _href: `/api/v1/adm_mediatypes/${await system.typeId(name)}`, _data: { name: other } },
      {
        _op: 'update',
        _href: `/api/v1/adm_pages/${(await system.find('adm_pages', { page_key: key }))._id}`,
        _data: { page_key: `${key}_2` },
      },
    ])
    expect(renamed.status).toBe(200)
    expect((await service.get(`/${other}?young=kept&sort=young`)).body[other]).toMatchObject([{ young: 'kept' }])
    expect(await system.find('adm_mediatypes', { name: other })).toMatchObject({
      name_field: 'young',
      table_name: other,
    })
    const component = await system.find('adm_page_components', { page_key: `${key}_2` })
    expect(component.configuration).toEqual({
      columns: ['title', 'young'],
      defaultSort: '-young,title',
      links: { young: `${key}_2` },
      editPageKey: `${key}_2`,
    })
    expect(await system.find('permissions', { owner_id: String(group) })).toMatchObject({ key: other })
    const { rows } = await sql<{
      name: string
    }>`select relname as name from pg_class where relname like ${`${name}\\_%`}`.execute(
      service.context.database.kysely,
    )
    expect(rows).toEqual([])
  })

  it('[X57] [M1.c] [D10] follow in the saved expressions of content criteria and lists, through relations too', async () => {
    const [maker, film] = [
      await system.newType({ name: 'town' }),
      await system.newType({ name: 'year', type: 'Integer' }, { name: 'maker', type: 'Related' }),
    ]
    const relation = { mediatype: film, related_mediatype: maker, kind: 'many-to-one', column_name: 'maker' }
    await system.add('adm_relateds', relation)
    const before = {
      filter_expression: 'year_$ge_1990_$and_(maker[town]_$eq_town_$or_title_$eq_year)',
      sort_expression: '-year,maker[town],id',
    }
    const saved = async (mediatype: string, more: object): Promise<number> => {
      const { body } = await system.add('content_criteria', { name: newName(), mediatype, ...more })
      return (body.content_criteria as readonly Entity[])[0]?._id ?? 0
    }
    const criteria = await saved(film, before)
    const users = await saved(maker, { filter_expression: 'town_$eq_year' })
    const other = await saved('films', { filter_expression: 'year_$ge_1990', sort_expression: 'year' })
    const expressions = async (id: number) => (await service.get(`/content_criteria/${id}?hideLinks=1`)).body
    const key = `criteria_of_${film}`
    await system.batch([
      adding('adm_pages', { page_key: key, title: 'P', mediatype: maker }),
      adding('adm_page_components', {
        page_key: key,
        component_key: 'rows',
        type: 'relatedList',
        configuration: {
          relation: `${film}[maker]`,
          filter: before.filter_expression,
          defaultSort: before.sort_expression,
        },
      }),
    ])
    await system.add(maker, { title: 'm', town: 'town' })
    const rename = async (type: string, field: string, name: string) => ({
      _op: 'update',
      _href: `/api/v1/adm_fields/${await system.fieldId(type, field)}`,
      _data: { name },
    })
    const [film2, maker2] = [newName(), newName()]
    const renamed = await system.batch([
      await rename(film, 'year', 'made_in'),
      await rename(film, 'title', 'caption'),
      await rename(film, 'maker', 'author'),
      await rename(maker, 'town', 'place'),
      { _op: 'update', _href: `/api/v1/adm_mediatypes/${await system.typeId(film)}`, _data: { name: film2 } },
      { _op: 'update', _href: `/api/v1/adm_mediatypes/${await system.typeId(maker)}`, _data: { name: maker2 } },
    ])
    expect([renamed.status, renamed.body.errors]).toEqual([200, undefined])
    const after = {
      filter_expression: 'made_in_$ge_1990_$and_(author[place]_$eq_town_$or_caption_$eq_year)',
      sort_expression: '-made_in,author[place],id',
    }
    expect((await expressions(criteria)).content_criteria).toMatchObject([after])
    expect((await expressions(users)).content_criteria).toMatchObject([{ filter_expression: 'place_$eq_year' }])
    const untouched = { filter_expression: 'year_$ge_1990', _etag: expect.stringMatching(/^1\./) }
    expect((await expressions(other)).content_criteria).toMatchObject([untouched])
    expect((await system.find('adm_page_components', { page_key: key })).configuration).toEqual({
      relation: `${film2}[author]`,
      filter: after.filter_expression,
      defaultSort: after.sort_expression,
    })
    expect((await service.get(`/${film2}?contentcriteria=${criteria}`)).status).toBe(200)
    // what is gone keeps its name, and is told of where the criteria are used
    await system.remove('adm_fields', await system.fieldId(maker2, 'place'), '?confirmLoss=true')
    expect((await expressions(users)).content_criteria).toMatchObject([{ filter_expression: 'place_$eq_year' }])
    expect((await service.get(`/${maker2}?contentcriteria=${users}`)).status).toBe(400)
  })

  it('[M1.c] follow in related lists what their relation and the fields of their rows are called', async () => {
    const [parent, child] = [
      await system.newType(),
      await system.newType({ name: 'old' }, { name: 'owner', type: 'Related' }),
    ]
    await system.add('adm_relateds', {
      mediatype: child,
      related_mediatype: parent,
      kind: 'many-to-one',
      column_name: 'owner',
    })
    const key = `lists_of_${parent}`
    const configuration = {
      relation: `${child}[owner]`,
      columns: ['title', 'old'],
      editable: ['old'],
      create: ['title', 'old'],
      defaultSort: '-old',
      filter: 'old_$isempty_false',
      links: { old: key },
      rowPageKey: key,
    }
    await system.batch([
      adding('adm_pages', { page_key: key, title: 'P', mediatype: parent }),
      adding('adm_page_components', { page_key: key, component_key: 'rows', type: 'relatedList', configuration }),
    ])
    const [other, child2] = [newName(), newName()]
    const renamed = await system.batch([
      { _op: 'update', _href: `/api/v1/adm_fields/${await system.fieldId(child, 'old')}`, _data: { name: 'young' } },
      { _op: 'update', _href: `/api/v1/adm_fields/${await system.fieldId(child, 'owner')}`, _data: { name: 'holder' } },
      { _op: 'update', _href: `/api/v1/adm_mediatypes/${await system.typeId(child)}`, _data: { name: child2 } },
      { _op: 'update', _href: `/api/v1/adm_mediatypes/${await system.typeId(parent)}`, _data: { name: other } },
    ])
    expect([renamed.status, renamed.body.errors]).toEqual([200, undefined])
    expect((await system.find('adm_page_components', { page_key: key })).configuration).toEqual({
      relation: `${child2}[holder]`,
      columns: ['title', 'young'],
      editable: ['young'],
      create: ['title', 'young'],
      defaultSort: '-young',
      filter: 'young_$isempty_false',
      links: { young: key },
      rowPageKey: key,
    })
    expect(await system.remove('adm_fields', await system.fieldId(child2, 'holder'))).toMatchObject({ status: 204 })
    expect((await service.get(`/adm_page_components?page_key=${key}`)).body.adm_page_components).toEqual([])
  })

  it('[M1.c] follow in lists of link objects what joins them, and the field that the relation is edited by', async () => {
    const link = await system.find('adm_mediatypes', { name: 'list_films' })
    const page = async (name: string, mediatype: string, type: string, relation: string) => {
      await system.batch([
        adding('adm_pages', { page_key: name, title: 'P', mediatype }),
        adding('adm_page_components', {
          page_key: name,
          component_key: 'rows',
          type,
          configuration: { relation, columns: ['position'] },
        }),
      ])
      return async () => (await system.find('adm_page_components', { page_key: name })).configuration
    }
    const ordered = await page('ordered', 'lists', 'orderedRelatedList', 'films')
    const back = await page('back', 'films', 'asyncRelatedList', 'lists[film]')
    await system.change('adm_fields', await system.fieldId('lists', 'films'), { name: 'shown_films' })
    await system.change('adm_fields', await system.fieldId('list_films', 'film'), { name: 'shown' })
    await system.change('adm_mediatypes', link._id, { name: 'places' })
    expect(await ordered()).toEqual({ relation: 'shown_films', columns: ['position'] })
    expect(await back()).toEqual({ relation: 'lists[shown]', columns: ['position'] })
    await system.change('adm_mediatypes', link._id, { name: 'list_films' })
    await system.change('adm_fields', await system.fieldId('list_films', 'shown'), { name: 'film' })
    await system.change('adm_fields', await system.fieldId('lists', 'shown_films'), { name: 'films' })
    expect(await back()).toEqual({ relation: 'lists[film]', columns: ['position'] })
  })

  it('[M1.c] let go of a field and of a page that are removed, and rights of a media type', async () => {
    const name = await system.newType({ name: 'gone' })
    const [list, form] = [`list_of_${name}`, `form_of_${name}`]
    await system.batch([
      adding('adm_pages', { page_key: list, title: 'P', mediatype: name }),
      adding('adm_pages', { page_key: form, title: 'P', mediatype: name, parent_page_key: list }),
      adding('adm_page_components', {
        page_key: list,
        component_key: 'list',
        type: 'list',
        configuration: { columns: ['gone', 'title'], defaultSort: 'gone', editPageKey: form },
      }),
      adding('groups', { name }),
    ])
    const { _id: group } = await system.find('groups', { name })
    await system.add('permissions', { owner_type: '2', owner_id: group, object_type: '2', key: name, can_read: true })
    await system.change('adm_mediatypes', await system.typeId(name), { name_field: 'gone' })
    expect(await system.remove('adm_fields', await system.fieldId(name, 'gone'))).toMatchObject({ status: 204 })
    expect(await system.find('adm_mediatypes', { name })).toMatchObject({ name_field: null })
    await system.remove('adm_pages', (await system.find('adm_pages', { page_key: form }))._id)
    expect((await system.find('adm_page_components', { page_key: list })).configuration).toEqual({
      columns: ['title'],
      defaultSort: '',
    })
    await system.remove('adm_mediatypes', await system.typeId(name))
    expect((await service.get(`/permissions?key=${name}`)).body.permissions).toEqual([])
    expect((await service.get(`/adm_pages?page_key=${list}`)).body.adm_pages).toEqual([])
  })

  it('[M1.c] [X26] a field that goes takes its relation along; a media type that fields refer to stays', async () => {
    const [to, from] = [
      await system.newType(),
      await system.newType({ name: 'one', type: 'Related' }, { name: 'many', type: 'Related' }),
    ]
    const relation = { mediatype: from, related_mediatype: to }
    await system.add('adm_relateds', { ...relation, kind: 'many-to-one', column_name: 'one' })
    const joining = { link_table: `${from}_joins`, link_column: 'a', link_related_column: 'b' }
    await system.add('adm_relateds', { ...relation, kind: 'many-to-many', field: 'many', ...joining })
    expect(errorOf(await system.remove('adm_mediatypes', await system.typeId(to)))).toMatchObject({
      status: '409',
      code: 'REFERENCED',
      detail: expect.stringContaining(`${from}.one refers to ${to}`),
    })
    for (const name of ['one', 'many'])
      expect(await system.remove('adm_fields', await system.fieldId(from, name))).toMatchObject({ status: 204 })
    expect((await service.get(`/adm_relateds?mediatype=${from}`)).body.adm_relateds).toEqual([])
    expect(await system.remove('adm_mediatypes', await system.typeId(to))).toMatchObject({ status: 204 })
  })
})
