import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { newMovie, read, update } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { errorAt, input, openTab, save, saveBar } from './form.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'This record was changed by someone else' })

/** The same film in two windows. */
async function twoWindows(members: object = {}): Promise<{ film: Entity; first: Page; second: Page }> {
  const film = await newMovie({ title: 'Heat', synopsis: 'Two men.', ...members })
  const [first, second] = await Promise.all([open(`/p/film/${film._id}`), open(`/p/film/${film._id}`)])
  allow(second, 412)
  for (const page of [first, second]) await check(input(page, 'title')).toHaveValue('Heat')
  return { film, first, second }
}

/** Saves an edit that comes too late. */
async function saveTooLate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click()
  await check(dialog(page)).toBeVisible()
}

function difference(page: Page, name: string) {
  return dialog(page).locator(`tr[data-field="${name}"]`)
}

describe('two windows on one film', () => {
  it('[ERR:etag-mismatch] [ERR:concurrent-saves] refuses the later save and shows field, yours and theirs', async () => {
    const { film, first, second } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'title').fill('Heat of mine')
    await saveTooLate(second)
    await check(difference(second, 'title').locator('th')).toContainText('Title')
    await check(difference(second, 'title').locator('td')).toHaveText(['Heat of mine', 'Heat of theirs'])
    await check(difference(second, 'title')).toHaveAttribute('data-changed-by', 'both')
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of theirs' })
  })

  it('[D3.b] keeps edits of different fields of both when mine are kept on top', async () => {
    const { film, first, second } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'synopsis').fill('Two men and a city.')
    await saveTooLate(second)
    await check(difference(second, 'title')).toHaveAttribute('data-changed-by', 'them')
    await check(difference(second, 'synopsis')).toHaveAttribute('data-changed-by', 'me')
    await second.getByRole('button', { name: 'Keep my edits' }).click()
    await check(dialog(second)).toBeHidden()
    await check(input(second, 'title')).toHaveValue('Heat of theirs')
    await check(input(second, 'synopsis')).toHaveValue('Two men and a city.')
    await save(second)
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of theirs', synopsis: 'Two men and a city.' })
  })

  it('saves mine over theirs only once I chose so', async () => {
    const { film, first, second } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'title').fill('Heat of mine')
    await saveTooLate(second)
    await second.getByRole('button', { name: 'Keep my edits' }).click()
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of theirs' })
    await save(second)
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of mine' })
  })

  it('loads theirs when mine are discarded', async () => {
    const { first, second } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'title').fill('Heat of mine')
    await input(second, 'synopsis').fill('Of mine.')
    await saveTooLate(second)
    await second.getByRole('button', { name: 'Discard my edits' }).click()
    await check(input(second, 'title')).toHaveValue('Heat of theirs')
    await check(input(second, 'synopsis')).toHaveValue('Two men.')
    await check(saveBar(second)).toHaveAttribute('data-dirty', 'false')
    await input(second, 'title').fill('Heat of both')
    await save(second)
  })

  it('keeps everything as it is when the choice is put off', async () => {
    const { first, second } = await twoWindows()
    await input(first, 'title').fill('Heat of theirs')
    await save(first)
    await input(second, 'title').fill('Heat of mine')
    await openTab(second, 'Reception')
    await input(second, 'imdb_rating').fill('eight')
    await check(errorAt(second, 'imdb_rating')).toBeVisible()
    await input(second, 'imdb_rating').fill('8')
    await saveTooLate(second)
    await dialog(second).getByRole('button', { name: 'Cancel' }).click()
    await check(dialog(second)).toBeHidden()
    await check(input(second, 'imdb_rating')).toHaveValue('8')
    await openTab(second, 'Main')
    await check(input(second, 'title')).toHaveValue('Heat of mine')
    await check(saveBar(second)).toHaveAttribute('data-dirty', 'true')
    await saveTooLate(second)
  })

  it('brings in what another program changed meanwhile', async () => {
    const { film, second } = await twoWindows()
    await update('movies', film._id, { imdb_votes: 77 })
    await input(second, 'title').fill('Heat of mine')
    await saveTooLate(second)
    await check(difference(second, 'imdb_votes').locator('td')).toHaveText(['–', '77'])
    await second.getByRole('button', { name: 'Keep my edits' }).click()
    await save(second)
    check(await read('movies', film._id)).toMatchObject({ title: 'Heat of mine', imdb_votes: 77 })
  })
})
