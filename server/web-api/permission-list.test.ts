import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageResponse } from '../../shared/page.ts'
import type { PermissionListData, PermissionListSchema, PermissionRow } from '../../shared/permission-list.ts'
import { addClient, addUser } from '../auth/test-service.ts'
import { openPages } from './test-pages.ts'

let pages: Awaited<ReturnType<typeof openPages>>
let group: number
let user: number

beforeAll(async () => {
  pages = await openPages()
  const { database } = pages.site.context
  user = await addUser(database, 'matrix')
  await addUser(database, 'auditor')
  await addClient(database, 'a client')
  const added = database.kysely.insertInto('groups').values({ name: 'Editors' }).returning('id')
  group = Number((await added.executeTakeFirstOrThrow()).id)
  await sql`insert into user_groups (user_id, group_id) values (${user}, ${group})`.execute(database.kysely)
  await sql`insert into permissions (owner_type, owner_id, object_type, object_id, key, can_read, can_write) values
    (1, ${user}, 2, null, 'movies', true, false),
    (1, ${user}, 3, null, 'field:movies.notes', false, false),
    (1, ${user}, 3, null, 'field:movies.synopsis', false, false),
    (1, ${user}, 3, null, 'beta', true, false),
    (1, ${user}, 2, null, 'long_gone', true, false),
    (2, ${group}, 2, null, 'movies', true, true),
    (2, ${group}, 3, null, 'field:movies.synopsis', true, false),
    (2, ${group}, 1, (select min(id) from sources where parent is null and exists
      (select from sources s where s.parent = sources.id)), null, true, false)`.execute(database.kysely)
  await sql`insert into permissions (owner_type, owner_id, object_type, key, can_read, can_write)
    select 1, u.id, 2, t.name, true, true from users u, adm_mediatypes t
    where u.username = 'auditor' and t.name in ('users', 'groups', 'permissions', 'sources', 'oauth_clients')`.execute(
    database.kysely,
  )
  pages.site.context.auth.forget()
})
afterAll(() => pages.site.close())

function matrix({ schema, data }: PageResponse) {
  const own = schema.components.find(({ type }) => type === 'permissionList')
  const filled = data.components.find(({ key }) => key === own?.key)
  return { schema: own?.schema as PermissionListSchema | undefined, data: filled?.data as PermissionListData }
}

function rowOf({ rows }: PermissionListData, key: string): PermissionRow {
  const found = rows.find((row) => row.key === key)
  if (found === undefined) throw new Error(`no row ${key}`)
  return found
}

const marks = (read: boolean, write = false, remove = false) => ({
  canRead: read,
  canWrite: write,
  canDelete: remove,
})

describe('permissionList', () => {
  it('[CT:permissionList] [AUTH25] [PERM:isInherited] shows a user’s own items, what groups give, and both together', async () => {
    const page = await pages.page(`adm_user/${user}`)
    const { schema, data } = matrix(page)
    expect(schema?.owner).toEqual({ type: 1, id: user })
    expect(schema?.canWrite).toBe(true)
    expect(page.configuration.layout).toBe('tabs')
    expect(rowOf(data, 'mediaType:movies')).toMatchObject({
      category: 'mediaTypes',
      label: 'Films',
      givable: ['canRead', 'canWrite', 'canDelete'],
      own: marks(true),
      inherited: [{ from: { kind: 'group', label: 'Editors' }, marks: marks(true, true) }],
      effective: marks(true, true),
    })
    expect(rowOf(data, 'mediaType:genres')).toMatchObject({ own: null, inherited: [], effective: marks(false) })
    expect(rowOf(data, 'boolean:beta')).toMatchObject({ category: 'booleans', own: marks(true), name: 'beta' })
    expect(rowOf(data, 'mediaType:long_gone')).toMatchObject({ gone: true, own: marks(true) })
  })

  it('[CT:permissionList] [P4] tells of fields what is left of them: an item of a group that allows more counts', async () => {
    const { data } = matrix(await pages.page(`adm_user/${user}`))
    expect(rowOf(data, 'field:movies.title')).toMatchObject({
      parent: 'mediaType:movies',
      own: null,
      effective: marks(true, true),
    })
    expect(rowOf(data, 'field:movies.notes').effective).toEqual(marks(false))
    expect(rowOf(data, 'field:movies.synopsis')).toMatchObject({ own: marks(false), effective: marks(true) })
  })

  it('[CT:permissionList] [AUTH28] shows the tree of sources, with what comes from above', async () => {
    const { data } = matrix(await pages.page(`adm_user/${user}`))
    const sources = data.rows.filter(({ category }) => category === 'sources')
    expect(sources).toHaveLength(await pages.count('sources'))
    const below = sources.filter(({ inherited }) => inherited.some(({ from }) => from.via !== undefined))
    expect(below.length).toBeGreaterThan(0)
    for (const { effective, parent } of below) {
      expect(effective).toEqual(marks(true))
      expect(sources.map(({ key }) => key)).toContain(parent)
    }
    const own = matrix(await pages.page(`adm_group/${group}`)).data.rows.filter(
      ({ category }) => category === 'sources',
    )
    const root = own.find((row) => row.own !== null) as PermissionRow
    const child = own.find(({ parent }) => parent === root.key)
    expect(child).toMatchObject({
      own: null,
      inherited: [{ from: { kind: 'source', label: root.label }, marks: marks(true) }],
      effective: marks(true),
    })
  })

  it('[CT:permissionList] [AUTH25] shows a client’s, by its client_id, and tells of an administrator', async () => {
    const id = await pages.idOf("oauth_clients where client_id = 'a client'")
    expect(matrix(await pages.page(`adm_oauth_client/${id}`)).schema?.owner).toEqual({ type: 3, id: 'a client' })
    const root = await pages.idOf("users where username = 'root'")
    expect(matrix(await pages.page(`adm_user/${root}`)).data.isAdministrator).toBe(true)
  })

  it('[CT:permissionList] [SVC:permission-save] sends the tag by which nothing is saved over another’s changes', async () => {
    const { data } = matrix(await pages.page(`adm_group/${group}`))
    expect(data.etag).toMatch(/^"[\w-]+"$/)
    expect(matrix(await pages.page(`adm_group/${group}`)).data.etag).toBe(data.etag)
    await sql`update permissions set can_delete = true where owner_type = 2 and key = 'movies'`.execute(
      pages.site.context.database.kysely,
    )
    expect(matrix(await pages.page(`adm_group/${group}`)).data.etag).not.toBe(data.etag)
  })

  it('[CT:permissionList] is read-only for those who may read permissions, and for nobody else', async () => {
    const seen = matrix(await pages.page(`adm_group/${group}`, 'auditor'))
    expect(seen.schema?.canWrite).toBe(false)
    expect(rowOf(seen.data, 'mediaType:movies').own).toMatchObject({ canRead: true, canWrite: true })
    await sql`delete from permissions where key = 'permissions'`.execute(pages.site.context.database.kysely)
    pages.site.context.auth.forget()
    expect(matrix(await pages.page(`adm_group/${group}`, 'auditor')).schema).toBeUndefined()
    expect(matrix(await pages.page('adm_group/new')).schema).toBeUndefined()
    const others = `${user},${await pages.idOf("users where username = 'root'")}`
    expect(matrix(await pages.page(`adm_user/${others}`)).schema).toBeUndefined()
  })
})
