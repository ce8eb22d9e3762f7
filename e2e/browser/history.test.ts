import type { Page } from 'playwright/test'
import { beforeAll, describe, it, onTestFinished } from 'vitest'
import { CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { startServer } from '../harness/servers.ts'
import { create, links, newMovie, patch, read, send, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, openTab, save, saveBar } from './form.ts'
import { doubledIds, faintTexts, isTooWide, nameless } from './inspect.ts'
import { someone } from './someone.ts'

const button = (page: Page) => saveBar(page).getByRole('button', { name: 'History' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'History' })
const versions = (page: Page) => drawer(page).getByRole('listbox', { name: 'Versions' }).getByRole('option')
const changes = (page: Page, field: string) => drawer(page).locator(`tr[data-field="${field}"] td`)
const compare = (page: Page) => drawer(page).getByRole('combobox', { name: 'Compare with' })
const restore = (page: Page) => drawer(page).getByRole('button', { name: 'Restore this version' })

async function openHistory(id: number, options: Parameters<typeof open>[1] = {}): Promise<Page> {
  const page = await open(`/p/film/${id}`, options)
  await button(page).click()
  await check(drawer(page)).toBeVisible()
  return page
}

const SYNOPSIS = 'A group of professional thieves start to feel the heat from the police.'
let film: number
let director: string
let genre: string

/** Version 1 to 4: created; published; directed and given a genre; another title and a word of the synopsis. */
beforeAll(async () => {
  ;[director, genre] = [`Director ${word()}`, `Genre ${word()}`]
  const [{ _id: person }, { _id: genreId }] = [
    await create('people', { name: director }),
    await create('genres', { name: genre }),
  ]
  film = (await newMovie({ title: 'First', synopsis: SYNOPSIS }))._id
  await update('movies', film, { status: 'published' })
  await update('movies', film, { _links: { director: person, 'genres[movie]': [genreId] } })
  await update('movies', film, { title: 'Second', synopsis: SYNOPSIS.replace('police', 'detective') })
})

describe('the history of a record', () => {
  it('[EV1] tells its versions, by whom and what each changed, newest first', async () => {
    const page = await openHistory(film)
    await check(versions(page)).toHaveCount(4)
    await check(versions(page)).toContainText([
      /Current.*Changed · 2 fields/s,
      /Version 3/,
      /Version 2.*1 field/s,
      /Created/,
    ])
    await check(versions(page).first()).toBeFocused()
    await check(changes(page, 'title')).toHaveText(['First', 'Second'])
    await check(changes(page, 'synopsis').locator('del')).toHaveText('police')
    await check(changes(page, 'synopsis').locator('ins')).toHaveText('detective')
    await check(restore(page)).toHaveCount(0)
  })

  it('is gone through by keys, relations by the names of their records', async () => {
    const page = await openHistory(film)
    await check(versions(page).first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await check(versions(page).nth(1)).toBeFocused()
    await check(changes(page, 'director')).toHaveText(['–', director])
    await check(changes(page, 'genres[movie]').last()).toHaveText(`added ${genre}`)
    await page.keyboard.press('End')
    await check(versions(page).nth(3)).toHaveAttribute('aria-selected', 'true')
    await check(changes(page, 'title')).toHaveText(['–', 'First'])
    await page.keyboard.press('Home')
    await check(versions(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await check(drawer(page)).toBeHidden()
    await check(button(page)).toBeFocused()
  })

  it('compares any two versions, the older one first', async () => {
    const page = await openHistory(film)
    await versions(page).nth(3).click()
    await compare(page).selectOption('the current version')
    await check(changes(page, 'title')).toHaveText(['First', 'Second'])
    await check(changes(page, 'status')).toHaveText(['Draft', 'Published'])
    await check(changes(page, 'genres[movie]').last()).toContainText(genre)
    await versions(page).nth(2).click()
    await compare(page).selectOption({ label: await optionOf(page, 'version 3') })
    await check(drawer(page).getByRole('columnheader')).toHaveText(['Field', 'Version 2', 'Version 3'])
    await check(changes(page, 'director')).toHaveText(['–', director])
    await check(changes(page, 'title')).toHaveCount(0)
  })

  it('says when two versions do not differ', async () => {
    const { _id } = await newMovie({ title: 'There' })
    await update('movies', _id, { title: 'And' })
    await update('movies', _id, { title: 'There' })
    const page = await openHistory(_id)
    await versions(page).nth(2).click()
    await compare(page).selectOption('the current version')
    await check(drawer(page)).toContainText('These versions do not differ')
  })

  it('is sound in both themes and widths, with long values too', async () => {
    const { _id } = await newMovie({ title: 'Unbroken'.repeat(30) })
    await update('movies', _id, { synopsis: `${'Unbroken'.repeat(100)} ${'Many words. '.repeat(60)}` })
    const page = await openHistory(_id)
    await check(drawer(page).getByRole('button', { name: 'Show all' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1440, 1024]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 900 })
        const found = {
          nameless: await nameless(page),
          doubled: await doubledIds(page),
          faint: await faintTexts(page),
          wide: await isTooWide(page),
        }
        check(found).toEqual({ nameless: [], doubled: [], faint: [], wide: false })
      }
    }
    await drawer(page).getByRole('button', { name: 'Show all' }).click()
    await check(drawer(page).getByRole('button', { name: 'Show less' })).toBeVisible()
  })

  it('brings older versions when asked for', async () => {
    const { _id } = await newMovie({ title: 'Edited often' })
    const operations = Array.from({ length: 54 }, (_, index) => index + 1)
    for (const running_time of operations) await patch(`/movies/${_id}`, { movies: [{ running_time }] })
    const page = await openHistory(_id)
    await check(versions(page)).toHaveCount(50)
    await drawer(page).getByRole('button', { name: 'Show older versions' }).click()
    await check(versions(page)).toHaveCount(55)
    await check(drawer(page).getByRole('button', { name: 'Show older versions' })).toHaveCount(0)
  })
})

/** The whole text of a choice that begins so. */
async function optionOf(page: Page, start: string): Promise<string> {
  return (await compare(page).locator('option').filter({ hasText: start }).first().textContent()) ?? ''
}

describe('restoring a version', () => {
  it('[X29] asks, brings fields and relations back as a new version, and shows it in the form', async () => {
    const { _id: genreId } = await create('genres', { name: word() })
    const { _id } = await newMovie({ title: 'Then', year: 1990, _links: { 'genres[movie]': [genreId] } })
    await update('movies', _id, { title: 'Now', year: 2000, _links: { 'genres[movie]': [] } })
    const page = await openHistory(_id)
    await versions(page).nth(1).click()
    await restore(page).click()
    const question = page.getByRole('dialog', { name: 'Restore version 1?' })
    await check(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    check(await read('movies', _id)).toMatchObject({ title: 'Now' })
    await restore(page).click()
    await question.getByRole('button', { name: 'Restore' }).click()
    await check(versions(page)).toHaveCount(3)
    await check(versions(page).first()).toHaveAttribute('aria-selected', 'true')
    await check(changes(page, 'title')).toHaveText(['Now', 'Then'])
    const restored = await read('movies', _id)
    check(restored).toMatchObject({ title: 'Then', year: 1990 })
    check(links(restored)['genres[movie]']).toEqual([genreId])
    await page.keyboard.press('Escape')
    await check(input(page, 'title')).toHaveValue('Then')
    await input(page, 'title').fill('And on')
    await save(page)
    check(await read('movies', _id)).toMatchObject({ title: 'And on' })
  })

  it('[X29.a] tells what could not be brought back', async () => {
    const { _id: person } = await create('people', { name: word() })
    const { _id } = await newMovie({ title: 'Then', _links: { director: person } })
    await update('movies', _id, { title: 'Now', _links: { director: null } })
    await send('DELETE', `/people/${person}`)
    const page = await openHistory(_id)
    await versions(page).nth(1).click()
    await restore(page).click()
    await page.getByRole('dialog', { name: 'Restore version' }).getByRole('button', { name: 'Restore' }).click()
    await check(drawer(page).getByRole('alert')).toContainText('Director: records it referred to are gone')
    check(await read('movies', _id)).toMatchObject({ title: 'Then' })
  })

  it('[X29.c] [X29.a] tells which values are not taken any more, and why', async () => {
    const slug = word()
    const { _id } = await newMovie({ title: 'Then', slug })
    await update('movies', _id, { title: 'Now', slug: word() })
    await newMovie({ slug })
    const page = await openHistory(_id)
    await versions(page).nth(1).click()
    await restore(page).click()
    await page.getByRole('dialog', { name: 'Restore version' }).getByRole('button', { name: 'Restore' }).click()
    await check(drawer(page).getByRole('alert')).toContainText('Slug: Another film already has the slug')
    check(await read('movies', _id)).toMatchObject({ title: 'Then' })
    check({ nameless: await nameless(page), faint: await faintTexts(page) }).toEqual({ nameless: [], faint: [] })
  })

  it('[ERR:etag-mismatch] is refused over what someone else saved meanwhile, until that was seen', async () => {
    const { _id } = await newMovie({ title: 'Then' })
    await update('movies', _id, { title: 'Now' })
    const page = await openHistory(_id)
    allow(page, 412)
    await versions(page).nth(1).click()
    await update('movies', _id, { year: 1999 })
    await restore(page).click()
    await page.getByRole('dialog', { name: 'Restore version' }).getByRole('button', { name: 'Restore' }).click()
    await check(drawer(page).getByRole('alert')).toContainText('Someone else changed this record')
    check(await read('movies', _id)).toMatchObject({ title: 'Now' })
    await drawer(page).getByRole('button', { name: 'Show the newest version' }).click()
    await check(versions(page)).toHaveCount(3)
    await versions(page).nth(2).click()
    await restore(page).click()
    await page.getByRole('dialog', { name: 'Restore version' }).getByRole('button', { name: 'Restore' }).click()
    await check(versions(page)).toHaveCount(4)
    check(await read('movies', _id)).toMatchObject({ title: 'Then', year: null })
  })

  it('waits for unsaved changes to be saved or discarded', async () => {
    const page = await open(`/p/film/${film}`)
    await input(page, 'title').fill('Half done')
    await button(page).click()
    await versions(page).nth(1).click()
    await check(restore(page)).toBeDisabled()
    await check(drawer(page)).toContainText('Save or discard your changes')
  })
})

describe('who may not, and what is not there', () => {
  it('[P2] whoever may only read the record sees its history and cannot restore', async () => {
    const page = await openHistory(film, { user: await someone({ mediaType: 'movies' }) })
    await check(versions(page)).toHaveCount(4)
    await versions(page).nth(3).click()
    await check(changes(page, 'title')).toHaveText(['–', 'First'])
    await check(restore(page)).toHaveCount(0)
    await versions(page).nth(1).click()
    await check(drawer(page)).not.toContainText(director)
  })

  it('[ERR:DEPENDENCY_DOWN] says that the service is down, and can be tried again', async () => {
    const page = await open(`/p/film/${film}`)
    allow(page, 503)
    const body = JSON.stringify({ errors: [{ status: '503', code: 'DEPENDENCY_DOWN', title: 'Down', detail: 'Down' }] })
    const path = '**/api/v2/history/**'
    await page.route(path, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }))
    await button(page).click()
    await check(drawer(page).getByRole('alert')).toContainText('Edit history cannot be reached')
    check({ nameless: await nameless(page), faint: await faintTexts(page) }).toEqual({ nameless: [], faint: [] })
    await page.unroute(path)
    await drawer(page).getByRole('button', { name: 'Try again' }).click()
    await check(versions(page)).toHaveCount(4)
  })

  it('says when nothing was recorded yet: the demo came without a history', async () => {
    const page = await open('/p/rating/1')
    await button(page).click()
    await check(drawer(page)).toContainText('No versions yet')
  })

  it('is not offered for a new record', async () => {
    const page = await open('/p/film/new')
    await openTab(page, 'Main')
    await check(page.getByRole('button', { name: 'Create' })).toBeVisible()
    await check(button(page)).toHaveCount(0)
  })

  it('[EV3] is not offered where edit history is switched off', async () => {
    const settings = { ...CREDENTIALS, DATA_DIR: await dataFolder(), DEMO: 'true' }
    const server = await startServer('node', { ...settings, USE_EDIT_HISTORY_MICRO_SERVICE: 'false' })
    onTestFinished(() => server.stop())
    const page = await open('/p/film/1', { url: server.url })
    await check(page.getByRole('button', { name: 'Delete' })).toBeVisible()
    await check(button(page)).toHaveCount(0)
  })
})
