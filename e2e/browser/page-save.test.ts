import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { create, list, newMovie, read, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { errorAt, input, saveBar } from './form.ts'
import { chooseRecords, ready, relatedList } from './related-list-view.ts'

/** The page's saves from now on: the keys of their components, and the key each may be repeated under. */
function savesOf(page: Page): { readonly keys: readonly string[]; readonly repeat: string | undefined }[] {
  const saves: { keys: readonly string[]; repeat: string | undefined }[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/v2/save/')) return
    const { components } = request.postDataJSON() as { components: readonly { key: string }[] }
    saves.push({ keys: components.map(({ key }) => key), repeat: request.headers()['idempotency-key'] })
  })
  return saves
}

/** A film that is edited in its form and in the list of its collections. */
async function twoParts(): Promise<{ page: Page; film: number; collection: string }> {
  const [{ _id: film }, { name }] = await Promise.all([
    newMovie({ title: 'In parts' }),
    create('collections', { name: `Collection ${word()}` }),
  ])
  const page = await open(`/p/film/${film}`)
  const collections = relatedList(page, 'collections')
  await ready(collections)
  await input(page, 'title').fill('In one')
  await chooseRecords(page, collections, [String(name)])
  await check(saveBar(page)).toContainText('2 changes')
  return { page, film, collection: String(name) }
}

describe('the one Save of a page', () => {
  it('[R2] sends what is edited in all its parts at once', async () => {
    const { page, film, collection } = await twoParts()
    const saves = savesOf(page)
    await page.keyboard.press('Control+s')
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
    await check(saveBar(page)).toContainText('Saved just now')
    check(saves.map(({ keys }) => keys)).toEqual([['form', 'collections']])
    check(await read('movies', film)).toMatchObject({ title: 'In one' })
    await page.reload()
    await check(relatedList(page, 'collections')).toContainText(collection)
  })

  it('gives all of it up, and brings all of it back', async () => {
    const { page, collection } = await twoParts()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
    await check(input(page, 'title')).toHaveValue('In parts')
    await check(relatedList(page, 'collections')).not.toContainText(collection)
    await page.getByRole('button', { name: 'Undo' }).click()
    await check(saveBar(page)).toContainText('2 changes')
    await check(input(page, 'title')).toHaveValue('In one')
    await check(relatedList(page, 'collections')).toContainText(collection)
  })

  it('is repeated under its own key when no answer came, and done once', async () => {
    const page = await open('/p/film/new')
    allow(page, 'unreachable')
    const slug = word()
    await input(page, 'title').fill('Once')
    await page.getByRole('tab', { name: 'Publication' }).click()
    await input(page, 'slug').fill(slug)
    const saves = savesOf(page)
    let lost = 0
    await page.route('**/api/v2/save/**', async (route) => {
      // the first one arrives, and its answer is lost
      const answer = await route.fetch()
      if (lost > 0) return route.fulfill({ response: answer })
      lost += 1
      return route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Create' }).click()
    await check(saveBar(page)).toContainText('could not be reached')
    await page.getByRole('button', { name: 'Create' }).click()
    await check(page).toHaveURL(/\/p\/film\/\d+/)
    await check(saveBar(page)).toContainText('Created just now')
    check(saves.map(({ repeat }) => repeat)).toEqual([saves[0]?.repeat, saves[0]?.repeat])
    check(await list('movies', { slug })).toHaveLength(1)
  })

  it('[D7] is done once where a gateway answered in its place, and what was typed since is saved after it', async () => {
    const page = await open('/p/film/new')
    allow(page, 502)
    const slug = word()
    await input(page, 'title').fill('Once')
    await page.getByRole('tab', { name: 'Publication' }).click()
    await input(page, 'slug').fill(slug)
    const saves = savesOf(page)
    let lost = 0
    await page.route('**/api/v2/save/**', async (route) => {
      const answer = await route.fetch()
      lost += 1
      return lost === 1 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'Create' }).click()
    await check(saveBar(page)).toContainText('Not saved')
    await input(page, 'slug').fill(`${slug}-more`)
    await page.getByRole('button', { name: 'Create' }).click()
    await check(page).toHaveURL(/\/p\/film\/\d+/)
    await check(saveBar(page)).toContainText('Created just now')
    const [first, again, rest, ...others] = saves.map(({ repeat }) => repeat)
    check([first === again, rest === again, others]).toEqual([true, false, []])
    check(await list('movies', { slug })).toEqual([])
    check((await list('movies', { slug: `${slug}-more` })).map(({ title }) => title)).toEqual(['Once'])
  })

  it('leads to what is wrong on another tab of the page, which tells how much', async () => {
    const { _id: id } = await create('users', { username: word().slice(0, 20), name: 'Somebody', password: word() })
    const page = await open(`/p/adm_user/${id}`)
    const [user, permissions] = [
      page.getByRole('tab', { name: 'User' }),
      page.getByRole('tab', { name: 'Permissions' }),
    ]
    await input(page, 'username').fill('')
    await check(user.getByRole('img', { name: 'changed' })).toBeVisible()
    await permissions.click()
    await check(page.getByRole('tabpanel', { name: 'Permissions' })).toBeVisible()
    await page.keyboard.press('Control+s')
    await check(user).toHaveAttribute('aria-selected', 'true')
    await check(user.getByRole('img', { name: '1 error' })).toBeVisible()
    await check(errorAt(page, 'username')).toContainText('is required')
    await check(input(page, 'username')).toBeFocused()
    await input(page, 'username').fill(word().slice(0, 20))
    await page.keyboard.press('Control+s')
    // the permissions have a bar of their own
    await check(saveBar(page).first()).toBeHidden()
    await check(saveBar(page).last()).toHaveAttribute('data-status', 'saved')
  })

  it('says which part has changes that it saves itself, and asks before they are left', async () => {
    const { _id: id } = await create('users', { username: word().slice(0, 20), name: 'Somebody', password: word() })
    const page = await open(`/p/adm_user/${id}`)
    await page.getByRole('tab', { name: 'Permissions' }).click()
    await page
      .getByRole('checkbox', { name: /Read.*Films$|Films.*Read/ })
      .first()
      .check()
    await page.getByRole('tab', { name: 'User', exact: true }).click()
    await check(page.getByText('“Permissions” has unsaved changes that it saves itself')).toBeVisible()
    await page.getByRole('link', { name: 'People' }).click()
    await check(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await check(page.getByRole('heading', { level: 1 })).toContainText('People')
  })

  it('is not there where nothing can be saved', async () => {
    const page = await open('/p/films')
    await check(page.locator('tbody tr').first()).toBeVisible()
    await check(saveBar(page)).toHaveCount(0)
  })
})
