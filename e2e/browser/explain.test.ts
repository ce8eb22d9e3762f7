import type { Page } from 'playwright/test'
import { afterEach, describe, it } from 'vitest'
import { create, find, idOf, links, list, newMovie, read, send, update, word } from '../http/client.ts'
import { allow, type Credentials, check, open } from './browser.ts'
import { field, input, openTab, save, saveBar } from './form.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'
import { settled } from './list-view.ts'
import { someone } from './someone.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Why can’t I/ })
const reasons = (page: Page) => dialog(page).getByRole('listitem')
/** The first of the page's; fields may have further ones. */
const why = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Why can’t I?' }).first()

/** What a group of the user's own is permitted, beside what the user is. */
async function inGroup(user: Credentials, ...items: readonly object[]): Promise<string> {
  const name = `Editors ${word().slice(0, 8)}`
  const [{ _id: group }, { _id: id }] = [
    await create('groups', { name }),
    await find('users', { username: user.username }),
  ]
  await update('users', id, { _links: { groups: [group] } })
  const none = { can_read: false, can_write: false, can_delete: false }
  for (const item of items) await create('permissions', { owner_type: '2', owner_id: group, ...none, ...item })
  return name
}

async function isSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = {
      nameless: await nameless(page),
      doubled: await doubledIds(page),
      faint: await faintTexts(page),
      wide: await isTooWide(page),
    }
    check(found).toEqual({ nameless: [], doubled: [], faint: [], wide: false })
  }
}

describe('a form that may be looked at only', () => {
  it('[P1] says what withholds the change, to the keyboard too, and gives the focus back', async () => {
    const film = await newMovie({ title: 'Sealed' })
    const user = await someone({ mediaType: 'movies' })
    const group = await inGroup(user, { object_type: '2', key: 'genres', can_read: true })
    const page = await open(`/p/film/${film._id}`, { user })
    await check(page.getByText('You may view this record, not change it.')).toBeVisible()
    await why(page).focus()
    await page.keyboard.press('Enter')
    await check(page.getByRole('dialog', { name: 'Why can’t I change this record?' })).toBeVisible()
    await check(reasons(page)).toHaveText([
      'You may see Films through a permission of your own.',
      'Neither you nor a group of yours has the permission to change Films.',
    ])
    await check(dialog(page)).toContainText(`You are in the group ${group}.`)
    await check(dialog(page)).toContainText('Ask an administrator for this permission')
    await check(dialog(page).getByRole('link')).toHaveCount(0)
    await isSound(page)
    await page.keyboard.press('Escape')
    await check(dialog(page)).toBeHidden()
    await check(why(page)).toBeFocused()
    await saveBar(page).getByRole('button', { name: 'Why can’t I delete it?' }).click()
    await check(reasons(page).last()).toContainText('the permission to delete Films')
  })

  it('tells when the reasons cannot be had, and can be asked again', async () => {
    const film = await newMovie({ title: 'Out of reach' })
    const page = await open(`/p/film/${film._id}`, { user: await someone({ mediaType: 'movies' }) })
    allow(page, 'unreachable')
    const path = '**/api/v2/permissions/explain*'
    await page.route(path, (route) => route.abort())
    await why(page).click()
    await check(dialog(page).getByRole('alert')).toContainText('could not be reached')
    await page.unroute(path)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await check(reasons(page)).toHaveCount(2)
  })
})

describe('an editor whose rights end while the page is open', () => {
  it('[P3.a] a save that is refused leads to the reasons, and the edit is kept', async () => {
    const film = await newMovie({ title: 'Mine for now' })
    const user = await someone({ mediaType: 'movies', write: true, delete: true })
    const page = await open(`/p/film/${film._id}`, { user })
    allow(page, 403)
    await input(page, 'title').fill('Mine no more')
    const { _id: owner } = await find('users', { username: user.username })
    const [item] = await list('permissions', { owner_id: owner })
    await update('permissions', item?._id ?? 0, { can_write: false, can_delete: false })
    await page.getByRole('button', { name: 'Save' }).click()
    const refused = page.getByRole('alert').filter({ hasText: 'Not saved' })
    await check(input(page, 'title')).toHaveValue('Mine no more')
    await refused.getByRole('button', { name: 'Why can’t I?' }).click()
    await check(reasons(page).last()).toContainText('the permission to change Films')
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByTestId('refusal').getByRole('button', { name: 'Why can’t I?' }).click()
    await check(reasons(page).last()).toContainText('the permission to delete Films')
  })

  it('an export and a page that are refused lead there too', async () => {
    const user = await someone({ mediaType: 'movies' })
    const page = await open('/p/films', { user })
    allow(page, 403)
    await check(page.getByRole('button', { name: 'Why can’t I add one?' })).toBeVisible()
    const { _id: owner } = await find('users', { username: user.username })
    const [item] = await list('permissions', { owner_id: owner })
    await send('DELETE', `/permissions/${item?._id}`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click()
    await check(page.getByText('Not exported')).toBeVisible()
    await page.getByRole('button', { name: 'Why can’t I?' }).click()
    await check(reasons(page)).toHaveText([
      'Neither you nor a group of yours has the permission to see records of this kind.',
    ])
    await page.reload()
    await check(page.getByRole('heading', { name: 'No access' })).toBeVisible()
    await why(page).click()
    await check(reasons(page)).toHaveCount(1)
    await isSound(page)
  })
})

describe('fields', () => {
  it('[P4] a field that is read-only for a group names the group; a hidden one is not told of', async () => {
    const film = await newMovie({ title: 'Half open', year: 1999 })
    const user = await someone({ mediaType: 'movies', write: true })
    const group = await inGroup(
      user,
      { object_type: '3', key: 'field:movies.year', can_read: true },
      { object_type: '3', key: 'field:movies.synopsis' },
    )
    const page = await open(`/p/film/${film._id}`, { user })
    const mark = field(page, 'year').getByRole('button', { name: 'read-only' })
    await mark.click()
    await check(page.getByRole('dialog', { name: 'Why can’t I change “Year”?' })).toBeVisible()
    await check(reasons(page).last()).toHaveText(`The field “Year” is read-only, by the group ${group}.`)
    await isSound(page)
    await page.keyboard.press('Escape')
    await check(mark).toBeFocused()
    await check(field(page, 'synopsis')).toHaveCount(0)
    const about = `mediaType=movies&id=${film._id}&action=read&field=`
    const statuses = await page.evaluate(async (query) => {
      const asked = ['synopsis', 'nought', 'year'].map((name) => fetch(`/api/v2/permissions/explain?${query}${name}`))
      return (await Promise.all(asked)).map(({ status }) => status)
    }, about)
    check(statuses).toEqual([400, 400, 200])
    allow(page, 400)
  })
})

describe('fields that lead to records which the user may not see', () => {
  it('[PR16] [X17] say so in place of a value, are no columns, and are left alone by a save', async () => {
    const rating = await idOf('ratings', { name: 'PG-13' })
    const film = await newMovie({ title: 'Rated', _links: { rating } })
    const user = await someone({ mediaType: 'movies', write: true })
    const page = await open(`/p/film/${film._id}`, { user })
    await openTab(page, 'Classification')
    const shown = field(page, 'rating')
    await check(shown).toContainText('You may not see Ratings.')
    await check(shown.getByRole('combobox')).toHaveCount(0)
    await isSound(page)
    await shown.getByRole('button', { name: 'Why can’t I?' }).click()
    await check(page.getByRole('dialog', { name: 'Why can’t I see these records?' })).toBeVisible()
    await check(reasons(page)).toContainText('the permission to see')
    await page.keyboard.press('Escape')
    await openTab(page, 'Main')
    await input(page, 'title').fill('Rated still')
    await save(page)
    check(links(await read('movies', film._id))).toMatchObject({ rating })
    await page.goto(new URL('/p/films', page.url()).href)
    await settled(page)
    await check(page.getByRole('columnheader', { name: 'Title' })).toBeVisible()
    await check(page.getByRole('columnheader', { name: 'Director' })).toHaveCount(0)
  })

  it('[D3.o] a record that is not there, or not for the user, says which it may be', async () => {
    const page = await open('/p/films', { user: await someone({ mediaType: 'movies' }) })
    allow(page, 404)
    await page.goto(new URL('/p/film/999999999', page.url()).href)
    await check(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await check(page.getByText('It is not there, or you may not see it.')).toBeVisible()
  })
})

describe('what holds for administrators too', () => {
  let blocked: number | undefined
  afterEach(async () => {
    if (blocked !== undefined) await update('adm_mediatypes', blocked, { block_create: false })
  })

  it('[AUTH26] a media type that is closed to everyone is told as such, with the way to its definition', async () => {
    const { _id } = await find('adm_mediatypes', { name: 'genres' })
    blocked = _id
    await update('adm_mediatypes', _id, { block_create: true })
    const page = await open('/p/genres')
    await page.getByRole('button', { name: 'Why can’t I add one?' }).click()
    await check(reasons(page).first()).toContainText('nobody may add any')
    await dialog(page).getByRole('link', { name: 'See its definition' }).click()
    await check(page).toHaveURL(/filter=name_%24eq_genres/)
    await check(dialog(page)).toHaveCount(0)
  })
})
