import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FilesSite, openFilesSite } from '../test-files.ts'

let site: FilesSite
beforeAll(async () => {
  site = await openFilesSite()
})
afterAll(() => site.close())

it('[F1] [ERR:REFERENCED] keeps its storage area until it ends', async () => {
  const started = await site.ask('POST', '/$upload', { body: { _files: ['a'] } })
  const upload = started.headers.get('location') ?? ''
  const headers = { 'content-range': 'bytes 0-2/3', 'content-type': 'text/plain' }
  expect((await site.ask('PUT', `${upload}/a`, { body: 'YWJj', headers })).status).toBe(204)
  const areas = (await site.ask('GET', '/storage_areas')).body.storage_areas as readonly { readonly _href: string }[]
  const [area] = areas
  const refused = await site.ask('DELETE', area?._href ?? '')
  expect([refused.status, refused.body.errors?.[0]?.code]).toEqual([409, 'REFERENCED'])
  expect((await site.ask('DELETE', upload)).status).toBe(204)
  expect((await site.ask('DELETE', area?._href ?? '')).status).toBe(204)
  expect(site.failures).toEqual([])
})
