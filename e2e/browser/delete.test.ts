import type { Page } from 'playwright/test'
import { afterAll, describe, it } from 'vitest'
import { create, get, list, newMovie, send, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { field, input, saveBar } from './form.ts'
import { faintTexts, nameless } from './inspect.ts'
import { count, rows, settled, shelf, titles } from './list-view.ts'
import { someone } from './someone.ts'

const button = (page: Page) => saveBar(page).getByRole('button', { name: 'Delete', exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Delete “${name}”?` })
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not deleted' })
const exists = async (type: string, id: number) => (await list(type, { filter: `id_$eq_${id}` })).length === 1

async function remove(page: Page, name: string): Promise<void> {
  await button(page).click()
  await dialog(page, name).getByRole('button', { name: 'Delete', exact: true }).click()
}

describe('deleting a record from its form', () => {
  it('[D4] asks by name, and leads back to the list as it stood', async () => {
    const address = await shelf(3)
    const page = await open(`${address}&sort=-title`)
    await check(rows(page)).toHaveCount(3)
    const listed = page.url()
    await page.getByRole('link', { name: 'Film 02' }).click()
    await remove(page, 'Film 02')
    await check(page).toHaveURL(listed)
    await check(page.getByText('“Film 02” was deleted')).toBeVisible()
    await settled(page)
    await check(titles(page)).toHaveText(['Film 03', 'Film 01'])
    await check(count(page)).toHaveText('1–2 of 2')
  })

  it('does nothing when the question is answered with no, which Enter does', async () => {
    const film = await newMovie({ title: 'Kept' })
    const page = await open(`/p/film/${film._id}`)
    await input(page, 'title').fill('Kept and changed')
    await button(page).focus()
    await page.keyboard.press('Enter')
    await check(dialog(page, 'Kept')).toContainText('not saved')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      check({ nameless: await nameless(page), faint: await faintTexts(page) }).toEqual({ nameless: [], faint: [] })
    }
    await check(dialog(page, 'Kept').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await check(dialog(page, 'Kept')).toBeHidden()
    await check(input(page, 'title')).toHaveValue('Kept and changed')
    check(await exists('movies', film._id)).toBe(true)
  })

  it('loses unsaved changes without asking twice, and forgets them', async () => {
    const film = await newMovie({ title: 'Edited' })
    const page = await open(`/p/film/${film._id}?previousPageKey=films`)
    await input(page, 'title').fill('Edited in vain')
    await remove(page, 'Edited')
    await check(page).toHaveURL(/\/p\/films$/)
    await check(page.getByRole('dialog')).toHaveCount(0)
    check(await exists('movies', film._id)).toBe(false)
  })

  it('[ERR:etag-mismatch] is refused when someone else changed the record, and possible once that was seen', async () => {
    const film = await newMovie({ title: 'Before' })
    const page = await open(`/p/film/${film._id}`)
    allow(page, 412)
    await check(input(page, 'title')).toHaveValue('Before')
    await update('movies', film._id, { title: 'Meanwhile' })
    await remove(page, 'Before')
    await check(notice(page)).toContainText('Someone else changed this record')
    check(await exists('movies', film._id)).toBe(true)
    await notice(page).getByRole('button', { name: 'Show the newest version' }).click()
    await check(notice(page)).toHaveCount(0)
    await check(input(page, 'title')).toHaveValue('Meanwhile')
    await remove(page, 'Meanwhile')
    await check(page.getByText('“Meanwhile” was deleted')).toBeVisible()
    check(await exists('movies', film._id)).toBe(false)
  })

  it('tells of a record that had gone before', async () => {
    const film = await newMovie({ title: 'Gone already' })
    const page = await open(`/p/film/${film._id}`)
    allow(page, 404)
    await check(input(page, 'title')).toHaveValue('Gone already')
    await send('DELETE', `/movies/${film._id}`)
    await remove(page, 'Gone already')
    await check(page.getByText('had been deleted before')).toBeVisible()
    await check(page).toHaveURL(/\/p\/films$/)
  })

  it('tells when the server cannot be reached, and can be tried again', async () => {
    const film = await newMovie({ title: 'Out of reach' })
    const page = await open(`/p/film/${film._id}`)
    allow(page, 'unreachable')
    const path = '**/api/v1/movies/*'
    await page.route(path, (route) => route.abort())
    await remove(page, 'Out of reach')
    await check(notice(page)).toContainText('could not be reached')
    await page.unroute(path)
    await remove(page, 'Out of reach')
    await check(page.getByText('“Out of reach” was deleted')).toBeVisible()
  })
})

describe('a record that others refer to', () => {
  it('[D4.b] is not deleted; what refers to it is told and led to', async () => {
    const { _id: rating } = await create('ratings', { name: word() })
    const films = [await newMovie({ _links: { rating } }), await newMovie({ _links: { rating } })]
    const page = await open(`/p/rating/${rating}`)
    allow(page, 409)
    await button(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await check(notice(page)).toContainText('2 films refer to this rating')
    check({ nameless: await nameless(page), faint: await faintTexts(page) }).toEqual({ nameless: [], faint: [] })
    await notice(page).getByRole('link', { name: 'Show them' }).click()
    await check(rows(page)).toHaveCount(2)

    await send('DELETE', `/movies/${films[0]?._id}`)
    await page.goto(new URL(`/p/rating/${rating}`, page.url()).href)
    await button(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await notice(page).getByRole('link', { name: 'Open it' }).click()
    await check(page).toHaveURL(new RegExp(`/p/film/${films[1]?._id}`))
  })
})

describe('metadata', () => {
  const name = word().slice(0, 20)
  afterAll(async () => {
    const [left] = await list('adm_mediatypes', { name })
    if (left) await send('DELETE', `/adm_mediatypes/${left._id}`, { query: 'confirmLoss=true' })
  })

  it('[M1.d] is deleted with its data once the loss was confirmed', async () => {
    const { _id } = await create('adm_mediatypes', { name, label: 'Boat', label_plural: 'Boats' })
    await create('adm_fields', { mediatype: name, name: 'size', label: 'Size', type: 'Text' })
    await create(name, { size: 'seven' })
    const page = await open(`/p/adm_mediatype/${_id}`)
    allow(page, 409)
    const loss = page.getByRole('dialog', { name: 'Data would be lost' })
    await remove(page, name)
    await check(loss.getByRole('listitem')).toHaveText([/1 row/])
    await loss.getByRole('button', { name: 'Cancel' }).click()
    await check(button(page)).toBeEnabled()
    check((await get(`/${name}`)).status).toBe(200)
    await remove(page, name)
    await loss.getByRole('button', { name: 'Delete and lose this data' }).click()
    await check(page).toHaveURL(/\/p\/adm_mediatypes$/)
    check((await get(`/${name}`)).status).toBe(404)
  })
})

describe('the right to delete', () => {
  it('[P1] is asked for: without it there is no button', async () => {
    const film = await newMovie({ title: 'Not yours' })
    const writer = await open(`/p/film/${film._id}`, { user: await someone({ mediaType: 'movies', write: true }) })
    await check(writer.getByRole('button', { name: 'Save' })).toBeVisible()
    await check(button(writer)).toHaveCount(0)
    // a page left open asks who else is on its record, and the record is deleted below
    await writer.close()
    const remover = await open(`/p/film/${film._id}`, { user: await someone({ mediaType: 'movies', delete: true }) })
    await check(field(remover, 'title').getByText('read-only')).toBeVisible()
    await check(remover.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await remove(remover, 'Not yours')
    await check(remover.getByText('“Not yours” was deleted')).toBeVisible()
    const newRecord = await open('/p/film/new')
    await check(newRecord.getByRole('button', { name: 'Create' })).toBeVisible()
    await check(button(newRecord)).toHaveCount(0)
  })
})
