import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, form, list, openPages } from './test-pages.ts'
import type { TestSite } from './test-site.ts'

let pages: Awaited<ReturnType<typeof openPages>>
let site: TestSite

beforeAll(async () => {
  pages = await openPages()
  site = pages.site
}, 60_000)
afterAll(() => site.close())

describe('choices', () => {
  it('[CT:list] are shown by their names in a list', async () => {
    const owner = {
      owner_type: 2,
      object_type: 2,
      object_id: null,
      key: 'ratings',
      can_read: true,
      can_write: false,
      can_delete: false,
    }
    const [group] = await site.context.database.kysely
      .insertInto('groups')
      .values({ name: 'Readers of ratings' })
      .returning('id')
      .execute()
    const owner_id = Number(group?.id)
    await site.context.database.kysely
      .insertInto('permissions')
      .values({ ...owner, owner_id })
      .execute()
    const { data } = list(await pages.page('adm_permissions?filter=key_$eq_ratings'))
    expect(data.rows).toMatchObject([
      { values: { owner_id }, labels: { owner_id: [{ id: owner_id, label: 'Readers of ratings' }] } },
    ])
  })

  it('[CT:form] are told of a field that names other records, as its component says', async () => {
    const { fields } = form(await pages.page('adm_permission/new')).schema
    expect(fieldOf(fields, 'owner_id')).toMatchObject({
      widget: 'choice',
      choices: [
        { mediaType: 'users', value: 'id', label: 'name', when: { owner_type: '1' } },
        { mediaType: 'groups', value: 'id', label: 'name', when: { owner_type: '2' } },
        { mediaType: 'oauth_clients', value: 'id', label: 'name', when: { owner_type: '3' } },
      ],
    })
    expect(fieldOf(fields, 'can_read')).not.toHaveProperty('choices')
  })
})
