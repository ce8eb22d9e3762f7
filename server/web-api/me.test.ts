import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPages } from './test-pages.ts'

let pages: Awaited<ReturnType<typeof openPages>>

beforeAll(async () => {
  pages = await openPages()
  const { kysely } = pages.site.context.database
  const [user, group] = [
    await kysely.selectFrom('users').select('id').where('username', '=', 'editor').executeTakeFirstOrThrow(),
    await kysely.insertInto('groups').values({ name: 'Editors' }).returning('id').executeTakeFirstOrThrow(),
  ]
  await kysely.insertInto('user_groups').values({ user_id: user.id, group_id: group.id }).execute()
}, 60_000)
afterAll(() => pages.site.close())

const me = async (username: string) => (await pages.site.get('/api/v1/me', username)).json()

describe('GET /api/v1/me of a caller with few rights', () => {
  it('[D9.b] names the media types that may be read or written, and the groups', async () => {
    const read = { can_read: true, can_create: false, can_write: false, can_delete: false }
    const written = { ...read, can_create: true, can_write: true }
    expect(await me('editor')).toMatchObject({
      _user: { username: 'editor', is_administrator: false },
      _client: null,
      _groups: [{ _type: 'groups', name: 'Editors' }],
      _permissions: { _unrestricted: false, _mediaTypes: { movies: written, genres: written, sources: read } },
    })
    const { _permissions } = (await me('reader')) as { _permissions: { _mediaTypes: object } }
    expect(_permissions._mediaTypes).toEqual({ movies: read, genres: read, sources: read })
  })

  it('[D9.b] names the sources that may be read or written, with those below them', async () => {
    const editor = (await me('editor')) as { _permissions: { _sources: Record<string, object> } }
    const ids = Object.keys(editor._permissions._sources)
    expect(ids).toHaveLength(await pages.count('sources'))
    const original = await pages.idOf("sources where name = 'Original work'")
    expect(editor._permissions._sources[original]).toEqual({ can_read: true, can_write: true, can_delete: false })
    const writable = Object.values(editor._permissions._sources).filter(
      (grant) => 'can_write' in grant && grant.can_write,
    )
    expect(writable.length).toBeLessThan(ids.length)
  })

  it('[D9.b] is as empty as the rights are', async () => {
    expect(await me('nobody')).toMatchObject({
      _user: { username: 'nobody' },
      _groups: [],
      _permissions: { _unrestricted: false, _mediaTypes: {}, _sources: {} },
    })
  })
})
