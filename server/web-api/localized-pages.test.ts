import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuItem, PageResponse } from '../../shared/page.ts'
import { ORIGIN, signIn } from '../auth/test-service.ts'
import { definePages } from '../catalog/define.ts'
import type { Database } from '../db/database.ts'
import { list } from './test-pages.ts'
import { openTestSite, type TestSite } from './test-site.ts'

let site: TestSite

async function prepare(database: Database): Promise<void> {
  const { kysely } = database
  await database.transaction((tx) =>
    definePages(tx, [
      {
        key: 'worded',
        title: '{DICT:PAGES/WORDED}',
        mediaType: 'genres',
        menuGroup: '{DICT:GROUPS/OWN}',
        menuOrder: 900,
        parentKey: 'films',
        components: [
          {
            key: 'list',
            type: 'list',
            title: 'The {DICT:PAGES/WORDED}',
            order: 1,
            configuration: { columns: ['name'] },
          },
        ],
      },
    ]),
  )
  await kysely.updateTable('adm_fields').set({ label: '{DICT:FIELDS/NAME}' }).where('name', '=', 'name').execute()
  await kysely
    .insertInto('genres' as 'groups')
    .values({ name: '{DICT:FIELDS/NAME}' })
    .execute()
  const text = (language: string, key: string, value: string) => ({ language, key, text: value })
  await kysely
    .insertInto('adm_dictionary')
    .values([
      text('en', 'PAGES/WORDED', 'Worded'),
      text('de', 'PAGES/WORDED', 'Benannt'),
      text('de', 'GROUPS/OWN', 'Eigenes'),
      text('en', 'FIELDS/NAME', 'Name'),
      text('de', 'FIELDS/NAME', 'Bezeichnung'),
    ])
    .execute()
}

beforeAll(async () => {
  site = await openTestSite(prepare)
}, 60_000)
afterAll(() => site.close())

const page = async (headers: Record<string, string> = {}): Promise<PageResponse> =>
  (await (await site.get('display/worded', 'root', headers)).json()) as PageResponse
const GERMAN = { 'accept-language': 'de-AT, en;q=0.5' }
const nameColumn = (of: PageResponse) => list(of).schema.columns.find(({ name }) => name === 'name')

describe('texts of the dictionary in pages', () => {
  it('[D9] stand in the language that the browser accepts', async () => {
    const german = await page(GERMAN)
    expect([german.title, german.schema.components[0]?.title]).toEqual(['Benannt', 'The Benannt'])
    expect(nameColumn(german)?.label).toBe('Bezeichnung')
    const english = await page({ 'accept-language': 'fr' })
    expect([english.title, nameColumn(english)?.label]).toEqual(['Worded', 'Name'])
  })

  it('[D9] stand in the menu, where a key without a text is left to be noticed', async () => {
    const groups = async (headers: Record<string, string> = {}) =>
      ((await (await site.get('menu', 'root', headers)).json()) as MenuItem[]).find(({ children }) =>
        children?.some(({ pageKey }) => pageKey === 'worded'),
      )
    expect(await groups(GERMAN)).toMatchObject({ title: 'Eigenes', children: [{ title: 'Benannt' }] })
    expect(await groups()).toMatchObject({ title: '{DICT:GROUPS/OWN}', children: [{ title: 'Worded' }] })
  })

  it('[D9] do not stand in for what records hold', async () => {
    const response = await site.get('display/worded?filter=name_$sw_{DICT', 'root', GERMAN)
    const { data } = (await response.json()) as PageResponse
    expect(data.components[0]?.data).toMatchObject({ rows: [{ values: { name: '{DICT:FIELDS/NAME}' } }] })
    const records = await (await site.get('/api/v1/genres?filter=name_$sw_{DICT', 'root', GERMAN)).json()
    expect(records).toMatchObject({ genres: [{ name: '{DICT:FIELDS/NAME}' }] })
  })

  it('[D9] [D9.d] stand in the user’s own language, whatever the browser accepts', async () => {
    const { cookie } = await signIn(site.app, 'root')
    const body = JSON.stringify({ preferences: { language: 'de' } })
    const headers = { 'content-type': 'application/merge-patch+json' }
    const changed = await site.app.request(`${ORIGIN}/user/current`, {
      method: 'PATCH',
      body,
      headers: { ...headers, origin: ORIGIN, cookie },
    })
    expect(changed.status).toBe(200)
    expect((await page({ 'accept-language': 'en' })).title).toBe('Benannt')
  })

  it('[D9] follow a change of the rows', async () => {
    await site.context.database.kysely
      .updateTable('adm_dictionary')
      .set({ text: 'Umbenannt' })
      .where('key', '=', 'PAGES/WORDED')
      .where('language', '=', 'de')
      .execute()
    await site.context.refresh()
    expect((await page(GERMAN)).title).toBe('Umbenannt')
  })
})
