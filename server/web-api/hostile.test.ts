import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPages } from './test-pages.ts'

let pages: Awaited<ReturnType<typeof openPages>>
beforeAll(async () => {
  pages = await openPages()
}, 60_000)
afterAll(() => pages.site.close())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '9'.repeat(30),
    '__proto__',
    'constructor',
    "'; drop table movies;--",
    '%',
    '\0',
    '(',
    '-',
  ),
  fc.constantFrom(
    'title_$eq_',
    'title_$lk_*',
    'id_$in(1,2)',
    'id_$in(',
    'director[name]_$eq_x',
    'new',
    '1,2',
    ',',
    '\uD800',
  ),
)
const name = fc.constantFrom('page', 'pageSize', 'sort', 'filter', 'previousPageKey', 'fields', 'include')
const query = fc.array(fc.tuple(name, text), { maxLength: 4 })
const encoded = (part: string): string => encodeURIComponent(part.toWellFormed())

describe('whatever an address holds', () => {
  it('[ERR:INTERNAL] is answered, never with a 500', async () => {
    const path = fc.oneof(
      fc.constantFrom('display/films', 'display/film/1', 'display/film/new', 'components/films/-/list'),
      fc.constantFrom(
        'menu',
        'global/sources',
        'global/pages',
        'display/bare',
        'display/%',
        'display/%ff/%00',
        'components/%2f/-/%',
      ),
      text.map((key) => `display/${encoded(key)}`),
      text.map((item) => `display/film/${encoded(item)}`),
      fc.tuple(text, text).map(([item, key]) => `components/film/${encoded(item)}/${encoded(key)}`),
    )
    await fc.assert(
      fc.asyncProperty(path, query, async (start, parameters) => {
        const response = await pages.site.get(`${start}?${new URLSearchParams(parameters)}`)
        const body = await response.text()
        expect([200, 400, 404], `${start} ${JSON.stringify(parameters)} ${body.slice(0, 300)}`).toContain(
          response.status,
        )
      }),
      { numRuns: 400 },
    )
    expect(pages.site.log.filter(({ event }) => event === '[Render-ComponentFailure]')).toEqual([])
  }, 60_000)
})
