import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Entity, ErrorObject } from '../../shared/envelope.ts'
import type { RecordHistory, VersionDifference } from '../../shared/history.ts'
import { type Grant, TYPES, type World } from './test-world.ts'
import { type Asked, openWorldSite, type WorldSite } from './test-world-site.ts'

/** Of films the year and the maker are hidden from user 0, by a group; the title is read-only. User 1 sees everything. */
const group = { kind: 'group', index: 0 } as const
const of = (owner: Grant['owner'], on: string | number, read: boolean, write: boolean): Grant => {
  return { owner, on, read, write, delete: write }
}
const LIMITS = [
  of(group, 'field:films.year', false, false),
  of(group, 'field:films.maker', false, false),
  of(group, 'field:films.title', true, false),
]
const everything = [0, 1].flatMap((index) => {
  const owner = { kind: 'user', index } as const
  return [...TYPES.map((type) => of(owner, type, true, true)), of(owner, 1, true, true)]
})
const WORLD: World = {
  rows: {
    sources: [
      { id: 1, name: 'Archive', parent: null },
      { id: 2, name: 'Vault', parent: null },
    ],
    makers: [
      { id: 1, name: 'Ada', source: 1 },
      { id: 2, name: 'Bo', source: null },
    ],
    studios: [],
    tags: [{ id: 1, name: 'calm' }],
    films: [
      { id: 1, title: 'Dawn', year: 1990, maker: 1, studio: null, source: 1 },
      { id: 2, title: 'Noon', year: 2000, maker: 2, studio: null, source: null },
      { id: 3, title: 'Dusk', year: 2010, maker: 1, studio: null, source: 2 },
    ],
    lists: [{ id: 1, name: 'A day' }],
    list_films: [{ id: 1, list: 1, film: 1, position: 1 }],
    duels: [],
  },
  joins: { films_tags: [{ film: 1, tag: 1 }] },
  memberships: [[0], [], []],
  grants: [...everything, ...LIMITS],
}

let site: WorldSite
beforeAll(async () => {
  site = await openWorldSite()
  const page = { page_key: 'films', mediatype: 'films', title: 'Films' }
  await ok('root', { method: 'POST', path: '/api/v1/adm_pages', body: { adm_pages: [page] } })
  const list = { columns: ['title', 'year', 'maker', 'gross'], defaultSort: '-year,title' }
  const components = [
    { page_key: 'films', component_key: 'list', type: 'list', configuration: list },
    { page_key: 'films', component_key: 'form', type: 'form', configuration: {} },
  ]
  const body = { adm_page_components: components }
  await ok('root', { method: 'POST', path: '/api/v1/adm_page_components', body })
})
afterAll(() => site.close())
beforeEach(() => site.install(WORLD))

async function ok<T = Record<string, readonly Entity[]>>(user: number | 'root', asked: Asked): Promise<T> {
  const { status, text } = await site.ask(user, asked)
  expect(status, `${asked.path}: ${text}`).toBeLessThan(300)
  return (text === '' ? {} : JSON.parse(text)) as T
}
const film = async (user: number | 'root', id: number): Promise<Entity> =>
  ((await ok(user, { path: `/api/v1/films/${id}` })).films as readonly Entity[])[0] as Entity
const change = (user: number | 'root', id: number, element: object, headers = {}) =>
  site.ask(user, { method: 'PATCH', path: `/api/v1/films/${id}`, body: { films: [element] }, headers })

describe('a hidden field', () => {
  it('[P4] is in no entity, link, include or export', async () => {
    const seen = await film(0, 1)
    expect(Object.keys(seen)).not.toContain('year')
    expect(Object.keys(seen._links ?? {}).toSorted()).toEqual(['source', 'studio', 'tags[film]'])
    expect(await film(1, 1)).toMatchObject({ year: 1990, _links: { maker: 1 } })
    const list = await site.ask(0, { path: '/api/v1/films' })
    expect(list.text).not.toMatch(/year|maker/)
    expect((await site.ask(0, { path: '/api/v1/makers?include=lists' })).status).toBe(400)
    const makers = await ok(0, { path: '/api/v1/makers/1' })
    expect(makers.makers).toMatchObject([{ name: 'Ada' }])
    const exported = await site.ask(0, { path: '/api/v1/films', headers: { accept: 'text/csv' } })
    expect(exported.text.split('\r\n')[0]).toBe('id,title,gross,studio,source,tags')
    const more = await ok<Record<string, unknown>>(0, { path: '/api/v1/lists/1?include=films' })
    expect(JSON.stringify(more)).not.toMatch(/year|maker/)
  })

  const aggregate = (body: object): Asked => {
    return { method: 'POST', path: '/api/v1/aggregate-data', body: { _mediaType: 'films', ...body } }
  }
  const counted = [{ _function: 'count', _as: 'n' }]
  const patch = (path: string, element: object): Asked => {
    return { method: 'PATCH', path: `/api/v1/${path}`, body: { [path.split('/')[0] as string]: [element] } }
  }
  const uses = (name: string): readonly Asked[] => [
    { path: `/api/v1/films?filter=${name}_$eq_1` },
    { path: `/api/v1/films?filter=title_$eq_Dawn_$and_${name}_$isempty_true` },
    { path: `/api/v1/films?${name}=1` },
    { path: `/api/v1/films?sort=-${name}` },
    { path: `/api/v1/films?fields=title,${name}` },
    { path: `/api/v1/films?filter=${name}[name]_$eq_Ada` },
    { path: `/api/v1/films?sort=${name}[name]` },
    { path: `/api/v1/films?filter=${name}_$in(1:2)` },
    { path: `/api/v1/lists?filter=films[${name}]_$eq_1` },
    { path: `/api/v1/lists/1?include=films&fields[films]=${name}` },
    { path: `/api/v1/films?sort=${name}`, headers: { accept: 'text/csv' } },
    { path: `/api/v1/films?fields=${name}`, headers: { accept: 'application/x-ndjson' } },
    aggregate({ _groupBy: [name], _aggregates: counted }),
    aggregate({ _groupBy: [{ _field: name, _as: 'x' }], _aggregates: counted }),
    aggregate({ _aggregates: [{ _function: 'max', _field: name, _as: 'n' }] }),
    aggregate({ _filter: `${name}_$eq_1`, _aggregates: counted }),
    patch('films/1', { [name]: 1 }),
    patch('films/1', { _links: { [name]: 1 } }),
    patch('lists/1', { _links: { films: [{ _type: 'finder', _href: `/api/v1/films?${name}=1`, _resultset: 'all' }] } }),
  ]

  it.each(['year', 'maker'])(
    '[P4.a] %s is refused like one that there is not: filter, sort, group, export, write',
    async (name) => {
      const [hidden, unknown] = [uses(name), uses('nothing')]
      for (const [index, asked] of hidden.entries()) {
        const answer = await site.ask(0, asked)
        const same = await site.ask(0, unknown[index] as Asked)
        const { errors } = JSON.parse(answer.text) as { readonly errors: readonly ErrorObject[] }
        expect([JSON.stringify(asked), answer.status]).toEqual([JSON.stringify(asked), 400])
        expect(errors.map(({ code }) => code)).toContain('UNKNOWN_FIELD')
        expect(answer.text.replaceAll(name, 'nothing')).toBe(same.text)
      }
      expect(await film('root', 1)).toMatchObject({ year: 1990, _links: { maker: 1 } })
    },
  )

  it('[P4] its relation is there from neither side', async () => {
    const cases: readonly (readonly [Asked, Asked])[] = [
      [{ path: '/api/v1/films?include=makers' }, { path: '/api/v1/films?include=duels' }],
      [{ path: '/api/v1/films/1/makers' }, { path: '/api/v1/films/1/duels' }],
      [{ path: '/api/v1/makers/1/films' }, { path: '/api/v1/makers/1/tags' }],
      [{ path: '/api/v1/makers?fields=films[maker]' }, { path: '/api/v1/makers?fields=films[none]' }],
      [patch('makers/1', { _links: { 'films[maker]': [2] } }), patch('makers/1', { _links: { 'films[none]': [2] } })],
    ]
    for (const [asked, like] of cases) {
      const [answer, same] = [await site.ask(0, asked), await site.ask(0, like)]
      expect([asked.path, answer.status]).toEqual([asked.path, same.status])
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('[P4] is in no page, and in no description of the service', async () => {
    const page = await site.ask(0, { path: '/api/v2/display/films' })
    expect([page.status, page.text.match(/"(?:year|maker)"/)]).toEqual([200, null])
    expect(page.text).toContain('"gross"')
    expect((await site.ask(1, { path: '/api/v2/display/films' })).text).toContain('"year"')
    const described = async (user: number) => {
      const document = await ok<{ components: { schemas: Record<string, unknown> } }>(user, { path: '/openapi.json' })
      return JSON.stringify([document.components.schemas.films, document.components.schemas.makers])
    }
    expect(await described(0)).not.toMatch(/year|films\[maker\]/)
    expect(await described(1)).toMatch(/year/)
  })

  it('[P4] is in no history, and comes back with no version', async () => {
    expect((await change('root', 1, { title: 'Day', year: 1991, _links: { maker: 2 } })).status).toBe(200)
    await site.context.history.arrived({ mediaType: 'films', id: 1 })
    const names = async (user: number) => {
      const { entries } = await ok<RecordHistory>(user, { path: '/api/v2/history/films/1' })
      const { fields } = await ok<VersionDifference>(user, { path: '/api/v2/history/films/1/difference?from=1' })
      return [entries[0]?.fields, fields].map((all) => all?.map(({ name }) => name).toSorted())
    }
    expect(await names(0)).toEqual([['title'], ['title']])
    expect(await names(1)).toEqual([
      ['maker', 'title', 'year'],
      ['maker', 'title', 'year'],
    ])
    const mismatch = await change(0, 1, { gross: '1' }, { 'if-match': '"1.1"' })
    const { errors } = JSON.parse(mismatch.text) as { readonly errors: readonly ErrorObject[] }
    expect([mismatch.status, errors[0]?.meta?._changed]).toEqual([412, ['title']])
    await ok(0, { method: 'POST', path: '/api/v2/history/films/1/restore', body: { version: 1 } })
    expect(await film('root', 1)).toMatchObject({ title: 'Day', year: 1991, _links: { maker: 2 } })
  })

  it('[P4] [P2] rights go by a source that is hidden as by any other', async () => {
    await site.install({ ...WORLD, grants: [...WORLD.grants, of(group, 'field:films.source', false, false)] })
    const list = await ok(0, { path: '/api/v1/films' })
    expect(list.films?.map(({ _id }) => _id)).toEqual([1, 2])
    expect((await film(0, 1))._links).not.toHaveProperty('source')
    const body = { films: [{ title: 'New', _links: { source: 1 } }] }
    expect((await site.ask(0, { method: 'POST', path: '/api/v1/films', body })).status).toBe(400)
    const finder = { _type: 'finder', _href: '/api/v1/films', _resultset: 'all' }
    await ok(0, patch('lists/1', { _links: { films: [finder] } }))
    expect((await site.ask(0, { method: 'DELETE', path: '/api/v1/films/3' })).status).toBe(404)
  })

  it('[P4] that a new record needs keeps who may not see it from adding one', async () => {
    await site.install({ ...WORLD, grants: [...WORLD.grants, of(group, 'field:makers.name', false, false)] })
    const made = await site.ask(0, { method: 'POST', path: '/api/v1/makers', body: { makers: [{}] } })
    expect([made.status, made.text.includes('name')]).toEqual([403, false])
    expect((await site.ask(0, { path: '/api/v1/makers/1,2' })).status).toBe(200)
  })

  it('[P4] [P5] is there again when another group of the caller’s opens it', async () => {
    const other = { kind: 'group', index: 1 } as const
    const opened = [...WORLD.grants, of(other, 'field:films.year', true, true)]
    await site.install({ ...WORLD, memberships: [[0, 1], [], []], grants: opened })
    expect(await film(0, 1)).toMatchObject({ year: 1990 })
  })
})

describe('a read-only field', () => {
  it('[P4] is shown, and passed over in what is written', async () => {
    expect(await film(0, 1)).toMatchObject({ title: 'Dawn' })
    const answer = await change(0, 1, { title: 'Mine', gross: '5' })
    expect(answer.status, answer.text).toBe(200)
    expect(await film('root', 1)).toMatchObject({ title: 'Dawn', gross: '5.00' })
    expect((await change(1, 1, { title: 'Mine' })).status).toBe(200)
    expect(await film('root', 1)).toMatchObject({ title: 'Mine' })
  })
})

describe('permissions on fields', () => {
  const permission = (key: string) => {
    const item = { owner_type: '1', owner_id: 1, object_type: '3', key, can_read: false }
    return site.ask('root', { method: 'POST', path: '/api/v1/permissions', body: { permissions: [item] } })
  }

  it('[P4] name a field that is there', async () => {
    for (const key of ['field:films.nothing', 'field:nothing.title', 'field:films']) {
      expect([key, (await permission(key)).status]).toEqual([key, 422])
    }
    expect((await permission('field:films.title')).status).toBe(201)
  })

  it('[P4] follow the names of fields and media types, and go with them', async () => {
    const type = { name: 'things', label: 'Thing', label_plural: 'Things' }
    const made = await ok('root', { method: 'POST', path: '/api/v1/adm_mediatypes', body: { adm_mediatypes: [type] } })
    const typeId = made.adm_mediatypes?.[0]?._id
    const fields = [{ mediatype: 'things', name: 'size', label: 'Size', type: 'Integer' }]
    const added = await ok('root', { method: 'POST', path: '/api/v1/adm_fields', body: { adm_fields: fields } })
    const fieldId = added.adm_fields?.[0]?._id
    expect((await permission('field:things.size')).status).toBe(201)
    const keys = async () => {
      const { permissions } = await ok('root', { path: '/api/v1/permissions?filter=key_$sw_field:th' })
      return permissions?.map(({ key }) => key)
    }
    const rename = (table: string, id: number | undefined, name: string) =>
      ok('root', { method: 'PATCH', path: `/api/v1/${table}/${id}`, body: { [table]: [{ name }] } })
    await rename('adm_fields', fieldId, 'width')
    expect(await keys()).toEqual(['field:things.width'])
    await rename('adm_mediatypes', typeId, 'thoughts')
    expect(await keys()).toEqual(['field:thoughts.width'])
    await ok('root', { method: 'DELETE', path: `/api/v1/adm_fields/${fieldId}?confirmLoss=true` })
    expect(await keys()).toEqual([])
  })
})
