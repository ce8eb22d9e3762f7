import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN } from '../auth/test-service.ts'
import { form, openPages } from './test-pages.ts'

let pages: Awaited<ReturnType<typeof openPages>>
beforeAll(async () => {
  pages = await openPages()
}, 60_000)
afterAll(() => pages.site.close())

async function save(path: string, body: unknown, username = 'root', headers: Record<string, string> = {}) {
  const cookie = await pages.site.cookie(username)
  const response = await pages.site.app.request(`${ORIGIN}/api/v2/save/${path}`, {
    method: 'POST',
    headers: { cookie, origin: ORIGIN, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}
const edits = (values: object, more: object = {}) => ({ components: [{ key: 'form', data: { values } }], ...more })

const tagOf = async (path: string): Promise<string> => form(await pages.page(path)).data.etag as string
const errorsOf = async (...given: Parameters<typeof save>) => {
  const { status, body } = await save(...given)
  const errors = body.errors as readonly { code: string; source?: { pointer?: string } }[]
  return [status, ...errors.map(({ code, source }) => [code, source?.pointer])]
}
const filmUnder = (source: string): Promise<number> =>
  pages.idOf(
    `movies where source in (select id from sources where parent = (select id from sources where name = '${source}'))`,
  )

describe('saving a page', () => {
  it('[R2] [R2.b] writes what a form changed in one batch, and answers with the fresh page', async () => {
    const etag = await tagOf('film/5')
    const { status, body } = await save('film/5', edits({ year: 1999 }, { etag }))
    expect([status, body.errors]).toEqual([200, undefined])
    expect(form(body).data.values.year).toBe(1999)
    expect(body).toEqual(await pages.page('film/5'))
    const asked = await save('film/5?previousPageKey=films', edits({ year: 1998 }))
    expect(asked.body.breadcrumbs).toEqual((await pages.page('film/5?previousPageKey=films')).breadcrumbs)
  })

  it('[R2] [P2] [P3] [P1] is allowed to whoever may write the record, and to nobody else', async () => {
    const [own, foreign] = [await filmUnder('Original work'), await filmUnder('Stage')]
    expect((await save(`film/${own}`, edits({ year: 1980 }), 'editor')).status).toBe(200)
    expect(await errorsOf(`film/${foreign}`, edits({ year: 1980 }), 'editor')).toEqual([403, ['FORBIDDEN', undefined]])
    expect(await errorsOf(`film/${own}`, edits({ year: 1980 }), 'reader')).toEqual([403, ['FORBIDDEN', undefined]])
    expect(await errorsOf(`film/${own}`, edits({ year: 1980 }), 'nobody')).toEqual([403, ['FORBIDDEN', undefined]])
    expect(await errorsOf('film/new', edits({ title: 'A', slug: 'a' }), 'reader')).toEqual([
      403,
      ['FORBIDDEN', undefined],
    ])
    expect(await errorsOf('film/999999999', edits({ year: 1980 }))).toEqual([404, ['NOT_FOUND', undefined]])
    expect(await errorsOf('no_page/1', edits({ year: 1980 }))).toEqual([404, ['NOT_FOUND', undefined]])
    const { year } = form(await pages.page(`film/${foreign}`)).data.values
    expect(year).not.toBe(1980)
  })

  it('[R2] [P4] does not know of fields and components that the caller does not see', async () => {
    const component = { components: [{ key: 'editors_only', data: { values: { year: 1980 } } }] }
    const id = await filmUnder('Original work')
    expect((await save(`mixed/${id}`, component, 'editor')).status).toBe(200)
    const unknown = [422, ['VALIDATION', '/components/0/key']]
    expect(await errorsOf(`mixed/${id}`, component, 'reader')).toEqual(unknown)
    for (const key of ['z_list', 'hologram', 'none'])
      expect(await errorsOf(`mixed/${id}`, { components: [{ key, data: {} }] })).toEqual(unknown)
    expect(await errorsOf(`posters/${id}`, edits({ synopsis: 'x' }))).toEqual([
      400,
      ['UNKNOWN_FIELD', '/components/0/data/values/synopsis'],
    ])
  })

  it('[R2] is done all the same where the list state in its address does not do', async () => {
    const { status, body } = await save('film/5?sort=nothing&page=x', edits({ year: 1997 }))
    expect([status, form(body).data.values.year]).toEqual([200, 1997])
  })

  it('[R2] [ERR:INTERNAL] refuses edits and bodies that are nested too deeply', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    for (const value of [deep, `[12345678901234567890,${deep}]`]) {
      const body = `{"components":[{"key":"form","data":{"values":{"settings":${value}}}}]}`
      expect(await errorsOf('film/5', body)).toEqual([400, ['BODY_SYNTAX', '']])
      for (const [path, text] of [
        ['movies', `{"movies":[{"title":"Deep","settings":${value}}]}`],
        ['$batch', `{"_operations":[{"_op":"add","_type":"movies","_data":{"settings":${value}}}]}`],
      ]) {
        const response = await pages.site.app.request(`${ORIGIN}/api/v1/${path}`, {
          method: 'POST',
          headers: {
            cookie: await pages.site.cookie('root'),
            origin: ORIGIN,
            'content-type': 'application/vnd.api+json',
          },
          body: text as string,
        })
        expect(response.status).toBe(400)
      }
    }
  })

  it('[R2] [D1] [X51.a] keeps numbers of many digits as they came', async () => {
    const name = crypto.randomUUID()
    const text = `{"components":[{"key":"form","data":{"values":{"name":"${name}","price":1234567890123.4500000}}}]}`
    const { status, body } = await save('collection/new', text)
    expect([status, body.errors]).toEqual([200, undefined])
    expect(await pages.count(`collections where name = '${name}' and price = 1234567890123.45`)).toBe(1)
    const more = edits({ name: crypto.randomUUID(), price: '123456789012345678.45' })
    expect(form((await save('collection/new', more)).body).data.values.price).toBe('123456789012345678.45')
    const long = text.replace('4500000', '4500000001')
    expect(await errorsOf('collection/new', long)).toEqual([
      422,
      ['VALIDATION', '/components/0/data/values/price'],
      ['UNIQUE', '/components/0/data/values/name'],
    ])
  })

  it('[R2] [A5] [BODY_SYNTAX] wants JSON, from its own origin where the session’s cookie sends it', async () => {
    expect((await save('film/5', edits({}), 'root', { 'content-type': 'text/plain' })).status).toBe(403)
    expect((await save('film/5', edits({}), 'root', { origin: 'https://elsewhere.test' })).status).toBe(403)
    expect(await errorsOf('film/5', '{')).toEqual([400, ['BODY_SYNTAX', '']])
    expect((await save('film/5', edits({ year: 1 }), 'root', { 'idempotency-key': 'a b' })).status).toBe(400)
  })

  it('[ERR:INTERNAL] [R2] is never answered with a 500, whatever a form is sent', async () => {
    const field = fc.constantFrom(
      'year',
      'genres',
      'director',
      'notes',
      'source',
      'poster',
      '_links',
      '__proto__',
      'id',
    )
    const values = fc.dictionary(field, fc.jsonValue(), { maxKeys: 4 })
    const records = fc.oneof(
      fc.array(fc.record({ id: fc.constantFrom(5, 6, 0, -1, 1e300), etag: fc.string() })),
      fc.jsonValue(),
    )
    const data = fc.oneof(fc.record({ values, records }, { requiredKeys: ['values'] }), fc.jsonValue())
    const item = fc.constantFrom('5', '5,6', 'new', '0', '9'.repeat(16))
    await fc.assert(
      fc.asyncProperty(item, data, fc.constantFrom(undefined, '"', '*', '1.1', '\0'), async (at, given, etag) => {
        const { status } = await save(`film/${at}`, { components: [{ key: 'form', data: given }], etag })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('[R2] [P4] passes over what the caller’s group may not write, and does not know of what it may not see', async () => {
    const { database, auth } = pages.site.context
    const id = await filmUnder('Original work')
    await sql`with made as (insert into groups (name) values ('few fields') returning id),
      member as (insert into user_groups (user_id, group_id) select u.id, made.id from users u, made where u.username = 'editor')
      insert into permissions (owner_type, owner_id, object_type, key, can_read, can_write, can_delete)
      select 2, made.id, 3, 'field:movies.' || field, field = 'running_time', false, false
      from made, unnest(array['synopsis', 'running_time']) field`.execute(database.kysely)
    auth.forget()
    expect(await errorsOf(`film/${id}`, edits({ synopsis: 'x' }), 'editor')).toEqual([
      400,
      ['UNKNOWN_FIELD', '/components/0/data/values/synopsis'],
    ])
    const { running_time: before } = form(await pages.page(`film/${id}`)).data.values
    const { status, body } = await save(`film/${id}`, edits({ running_time: 61, year: 1981 }), 'editor')
    expect([status, form(body).data.values]).toMatchObject([200, { year: 1981, running_time: before }])
  })
})
