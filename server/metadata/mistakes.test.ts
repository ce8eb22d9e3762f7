import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestService, prepareSmallCatalogue, type TestService } from '../query/test-service.ts'
import { entityOf, errorOf, newName, type System, systemOf } from './test-system.ts'

let service: TestService
let system: System

beforeAll(async () => {
  service = await openTestService({ prepare: prepareSmallCatalogue })
  system = systemOf(service)
})
afterAll(() => service.close())
afterEach(() => expect(service.failures).toEqual([]))

describe('mistakes', () => {
  it('[M1.a] what belongs to the system itself cannot be changed', async () => {
    const users = await system.typeId('users')
    const password = await system.fieldId('users', 'password')
    const membership = (await system.find('adm_relateds', { mediatype: 'users' }))._id
    const refused = [
      await system.change('adm_mediatypes', users, { label: 'X' }),
      await system.remove('adm_mediatypes', users),
      await system.change('adm_fields', password, { type: 'Text' }),
      await system.change('adm_fields', await system.fieldId('films', 'title'), { mediatype: 'users' }),
      await system.remove('adm_fields', password),
      await system.add('adm_fields', { mediatype: 'users', name: 'hash', label: 'Hash' }),
      await system.remove('adm_relateds', membership),
      await system.add('adm_relateds', {
        mediatype: 'users',
        related_mediatype: 'films',
        kind: 'many-to-one',
        column_name: 'name',
      }),
    ]
    for (const answer of refused) expect(errorOf(answer)).toMatchObject({ status: '403', code: 'FORBIDDEN' })
  })

  it('[M1.a] what is read-only stays as it is', async () => {
    const name = newName()
    const own = { table_name: 'users', is_system: true, is_foreign: true, key_column: 'x' }
    const answer = await system.add('adm_mediatypes', { name, label: 'A', label_plural: 'B', ...own })
    const kept = { table_name: name, is_system: false, is_foreign: false, key_column: 'id' }
    expect(entityOf(answer, 'adm_mediatypes')).toMatchObject(kept)
    expect(
      entityOf(await system.change('adm_mediatypes', await system.typeId(name), own), 'adm_mediatypes'),
    ).toMatchObject(kept)
  })

  type Mistake = readonly [what: string, type: string, element: object, member: string]
  const mistakes: readonly Mistake[] = [
    ['a name of Marquee’s own', 'adm_mediatypes', { name: 'settings', label: 'A', label_plural: 'B' }, 'name'],
    ['a name that is an address', 'adm_mediatypes', { name: 'dictionary', label: 'A', label_plural: 'B' }, 'name'],
    ['the name of a route', 'adm_mediatypes', { name: 'fullstoragearea', label: 'A', label_plural: 'B' }, 'name'],
    [
      'a name field that is not there',
      'adm_mediatypes',
      { name: 'fresh', label: 'A', label_plural: 'B', name_field: 'x' },
      'name_field',
    ],
    ['a media type that is not there', 'adm_fields', { mediatype: 'nowhere', name: 'a', label: 'A' }, 'mediatype'],
    ['a field that is there', 'adm_fields', { mediatype: 'tags', name: 'name', label: 'A' }, 'name'],
    ['a query parameter', 'adm_fields', { mediatype: 'tags', name: 'sort', label: 'A' }, 'name'],
    ['an unknown type', 'adm_fields', { mediatype: 'tags', name: 'a', label: 'A', type: 'Colour' }, 'type'],
    ['an Enum without values', 'adm_fields', { mediatype: 'tags', name: 'a', label: 'A', type: 'Enum' }, 'enum_values'],
    [
      'values that are none',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', type: 'Enum', enum_values: ['a'] },
      'enum_values',
    ],
    [
      'a default that is not one of the values',
      'adm_fields',
      {
        mediatype: 'tags',
        name: 'a',
        label: 'A',
        type: 'Enum',
        enum_values: [{ value: 'a', label: 'A' }],
        default_value: 'b',
      },
      'default_value',
    ],
    [
      'a default of another type',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', type: 'Integer', default_value: 'x' },
      'default_value',
    ],
    ['props that are none', 'adm_fields', { mediatype: 'tags', name: 'a', label: 'A', props: [1] }, 'props'],
    [
      'a pattern that is none',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', props: { pattern: '(' } },
      'props',
    ],
    [
      'limits the wrong way round',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', type: 'Integer', props: { min: 5, max: 4 } },
      'props',
    ],
    [
      'a limit that cannot be read',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', type: 'Date', props: { min: 'x' } },
      'props',
    ],
    [
      'a currency that is none',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', type: 'Money', props: { currency: 'euro' } },
      'props',
    ],
    [
      'a length below zero',
      'adm_fields',
      { mediatype: 'tags', name: 'a', label: 'A', props: { maxLength: -1 } },
      'props',
    ],
    ['a relation by no field', 'adm_relateds', { mediatype: 'tags', related_mediatype: 'films' }, 'column_name'],
    [
      'a relation by a text',
      'adm_relateds',
      { mediatype: 'tags', related_mediatype: 'films', column_name: 'name' },
      'column_name',
    ],
    [
      'a relation by a field that has one',
      'adm_relateds',
      { mediatype: 'films', related_mediatype: 'tags', column_name: 'maker' },
      'column_name',
    ],
    [
      'a joining table that is taken',
      'adm_relateds',
      {
        mediatype: 'tags',
        related_mediatype: 'films',
        kind: 'many-to-many',
        link_table: 'makers',
        link_column: 'a',
        link_related_column: 'b',
      },
      'link_table',
    ],
    [
      'a link object without a media type',
      'adm_relateds',
      {
        mediatype: 'tags',
        related_mediatype: 'films',
        kind: 'link-object',
        link_column: 'a',
        link_related_column: 'b',
      },
      'link_mediatype',
    ],
    ['a page of nothing', 'adm_pages', { page_key: 'p', title: 'P', mediatype: 'nowhere' }, 'mediatype'],
    ['a page key that is none', 'adm_pages', { page_key: 'a/b', title: 'P' }, 'page_key'],
    ['a page below none', 'adm_pages', { page_key: 'p', title: 'P', parent_page_key: 'q' }, 'parent_page_key'],
    ['a page below itself', 'adm_pages', { page_key: 'p', title: 'P', parent_page_key: 'p' }, 'parent_page_key'],
    ['a component of no page', 'adm_page_components', { page_key: 'p', type: 'list' }, 'page_key'],
    [
      'a list of a field that is not there',
      'adm_page_components',
      { page_key: 'adm_users', type: 'list', configuration: { columns: ['x'] } },
      'configuration',
    ],
    [
      'a link to a page that is not there',
      'adm_page_components',
      { page_key: 'adm_users', type: 'list', configuration: { editPageKey: 'x' } },
      'configuration',
    ],
    ...[
      ['no relation', 'relatedList', {}],
      ['a relation that is not there', 'relatedList', { relation: 'x' }],
      ['a relation to one', 'relatedList', { relation: 'owner_id' }],
      ['a relation without an order', 'orderedRelatedList', { relation: 'groups' }],
      ['a field that its rows have not', 'asyncRelatedList', { relation: 'groups', columns: ['username'] }],
      [
        'a field in its filter that its rows have not',
        'relatedList',
        { relation: 'groups', filter: 'email_$isempty_true' },
      ],
      ['rows that open a page that is not there', 'relatedList', { relation: 'groups', rowPageKey: 'x' }],
    ].map(
      ([what, type, configuration]): Mistake => [
        `a related list of ${what}`,
        'adm_page_components',
        { page_key: 'adm_user', type, configuration },
        'configuration',
      ],
    ),
  ]

  it.each(mistakes)('[M1.a] %s is told with its place', async (_what, type, element, member) => {
    const answer = await system.add(type, element)
    const pointers = (answer.body.errors ?? []).map(({ source }) => source?.pointer)
    expect(pointers).toContain(`/${type}/0/${member}`)
    expect(answer.status === 422 || answer.status === 409).toBe(true)
  })
})
