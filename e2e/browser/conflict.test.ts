import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { create, links, newMovie, read, send, update, word } from '../http/client.ts'
import { allow, type Credentials, check, open } from './browser.ts'
import { input, openTab, save, saveBar } from './form.ts'
import { looksSound } from './looks-sound.ts'
import { someone } from './someone.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'that you changed too' })
const choice = (page: Page, name: string) => dialog(page).locator(`fieldset[data-field="${name}"]`)
const toast = (page: Page) => page.locator('.mq-toast')

interface TwoWindows {
  readonly film: Entity
  /** Of somebody else, who is quicker. */
  readonly first: Page
  readonly second: Page
  readonly name: string
}

/** The same film before two editors. */
async function twoWindows(members: object = {}): Promise<TwoWindows> {
  const other: Credentials = await someone({ mediaType: 'movies', write: true })
  const film = await newMovie({ title: 'Heat', synopsis: 'Two men.', ...members })
  const address = `/p/film/${film._id}`
  const [first, second] = await Promise.all([open(address, { user: other }), open(address)])
  allow(second, 412)
  for (const page of [first, second]) await check(input(page, 'title')).toHaveValue('Heat')
  return { film, first, second, name: `Someone ${other.username}` }
}

async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
}

/** The tags with which the page's saves are sent from now on. */
function tagsSentBy(page: Page): unknown[] {
  const tags: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/save/')) tags.push((request.postDataJSON() as { etag?: unknown }).etag)
  })
  return tags
}

describe('two editors of one film', () => {
  it('[R6] [R6.a] [ERR:concurrent-saves] who changed different fields lose nothing, and nobody types again', async () => {
    const { film, first, second, name } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'synopsis').fill('Two men and a city.')
    await save(second)
    await check(toast(second)).toHaveText(`${name} changed Title meanwhile; both their changes and yours are saved.`)
    await check(input(second, 'title')).toHaveValue('Heat of theirs')
    await check(input(second, 'synopsis')).toHaveValue('Two men and a city.')
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of theirs', synopsis: 'Two men and a city.' })
  })

  it('[R6] [R6.a] [R6.b] [ERR:etag-mismatch] are asked about a field both changed, told by whom, and mine is saved once I say so', async () => {
    const { film, first, second, name } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await input(first, 'synopsis').fill('Of theirs.')
    await save(first)
    await input(second, 'title').fill('Heat of mine')
    const tags = tagsSentBy(second)
    await press(second)
    await check(dialog(second)).toContainText(`${name} changed a field`)
    await check(dialog(second)).toContainText('What only they changed stays theirs: Synopsis.')
    await looksSound(second, 'merge')
    await check(choice(second, 'title').locator('[data-side="mine"]')).toContainText('Heat of mine')
    await check(choice(second, 'title').locator('[data-side="theirs"]')).toContainText(name)
    await check(choice(second, 'title').locator('[data-side="theirs"]')).toContainText('Heat of theirs')
    const { title, _etag: theirs } = await read('movies', film._id)
    check(title).toBe('Heat of theirs')
    await dialog(second).getByRole('button', { name: 'Save' }).click()
    await check(saveBar(second)).toHaveAttribute('data-status', 'saved')
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of mine', synopsis: 'Of theirs.' })
    check(tags).toEqual([film._etag, theirs])
  })

  it('[R6.a] choose field by field, by the keyboard too', async () => {
    const { film, first, second } = await twoWindows()
    for (const [page, whose] of [
      [first, 'theirs'],
      [second, 'mine'],
    ] as const) {
      await input(page, 'title').fill(`Heat of ${whose}`)
      await input(page, 'synopsis').fill(`Of ${whose}.`)
    }
    await save(first)
    await press(second)
    await check(choice(second, 'title').getByRole('radio').first()).toBeFocused()
    await second.keyboard.press('ArrowRight')
    await second.keyboard.press('Enter')
    await check(dialog(second)).toBeHidden()
    await check(saveBar(second)).toHaveAttribute('data-status', 'saved')
    await check(input(second, 'title')).toHaveValue('Heat of theirs')
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of theirs', synopsis: 'Of mine.' })
  })

  it('[R6] [R6.b] keep everything as it is when the choice is put off', async () => {
    const { film, first, second } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'title').fill('Heat of mine')
    await openTab(second, 'Reception')
    await input(second, 'imdb_rating').fill('8')
    await press(second)
    await dialog(second).getByRole('button', { name: 'Cancel' }).click()
    await check(dialog(second)).toBeHidden()
    await check(input(second, 'imdb_rating')).toHaveValue('8')
    await openTab(second, 'Main')
    await check(input(second, 'title')).toHaveValue('Heat of mine')
    await check(saveBar(second)).toContainText('Not saved')
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of theirs' })
    await press(second)
    await check(dialog(second)).toBeVisible()
  })

  it('[R6.a] who added to the same set both find what they added', async () => {
    const [one, two] = await Promise.all([create('genres', { name: word() }), create('genres', { name: word() })])
    const { film, second } = await twoWindows()
    await update('movies', film._id, { _links: { genres: { operation: 'Add', values: [one._id] } } })
    await openTab(second, 'Classification')
    await input(second, 'genres').click()
    await input(second, 'genres').fill(String(two.name))
    await second.locator('.ant-select-dropdown:visible').getByTitle(String(two.name), { exact: true }).click()
    await second.keyboard.press('Escape')
    await save(second)
    await check(second.locator('[data-field="genres"]')).toContainText(String(one.name))
    const { 'genres[movie]': ids } = links(await read('movies', film._id))
    check(new Set(ids as number[])).toEqual(new Set([one._id, two._id]))
  })

  it('[R6] are told when the film is gone, and keep what they typed', async () => {
    const { film, second } = await twoWindows()
    allow(second, 404)
    await input(second, 'title').fill('Heat of mine')
    await send('DELETE', `/movies/${film._id}`)
    await press(second)
    await check(second.getByRole('alert').filter({ hasText: 'was deleted by' })).toBeVisible()
    await check(input(second, 'title')).toHaveValue('Heat of mine')
    await check(saveBar(second)).toHaveAttribute('data-dirty', 'true')
  })
})
