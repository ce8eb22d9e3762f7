import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageResponse } from '../../shared/page.ts'
import { addUser } from '../auth/test-service.ts'
import { openPages } from './test-pages.ts'

let pages: Awaited<ReturnType<typeof openPages>>
let user: number
beforeAll(async () => {
  pages = await openPages()
  user = await addUser(pages.site.context.database, 'sought')
})
afterAll(() => pages.site.close())

const of = ({ schema, data }: PageResponse) => {
  const found = schema.components.find(({ type }) => type === 'signIns')
  return [found?.schema, data.components.find(({ key }) => key === found?.key)?.data]
}

it('[P3.a] [CT:type] a user’s page tells administrators whose sign-ins to ask for', async () => {
  expect(of(await pages.page(`adm_user/${user}`))).toEqual([
    { userId: user, name: 'The sought', username: 'sought' },
    null,
  ])
})

it('[P3.a] a new user has none, nor have several', async () => {
  const other = await addUser(pages.site.context.database, 'another')
  for (const item of ['new', `${user},${other}`]) {
    expect(of(await pages.page(`adm_user/${item}`)), item).toEqual([undefined, undefined])
  }
})
