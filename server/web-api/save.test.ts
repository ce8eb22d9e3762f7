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

describe('saving a page', () => {
  it('[R2] [R2.b] writes what a form changed, and answers with the fresh page', async () => {
    const { etag } = form(await pages.page('film/5')).data
    const { status, body } = await save('film/5', edits({ year: 1999 }, { etag }))
    expect([status, body.errors]).toEqual([200, undefined])
    expect(form(body).data.values.year).toBe(1999)
    expect(body).toEqual(await pages.page('film/5'))
  })
})
