import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { list, newMovie, read, word } from '../http/client.ts'
import { check, open } from './browser.ts'
import { errorAt, input, openTab, save, saveBar } from './form.ts'

const create = (page: Page) => page.getByRole('button', { name: 'Create' })

describe('a new record', () => {
  it('[PR5] [R1.a] is asked for what it needs, then stands on its own page', async () => {
    const slug = word()
    const page = await open('/p/films')
    await page.getByRole('link', { name: 'New' }).click()
    await check(page).toHaveURL(/\/p\/film\/new/)
    await create(page).click()
    await check(errorAt(page, 'title')).toContainText('Title is required')
    await check(saveBar(page)).toContainText('2 fields need attention')
    await openTab(page, 'Publication')
    await check(errorAt(page, 'slug')).toContainText('Slug is required')

    await input(page, 'slug').fill(slug)
    await openTab(page, 'Main')
    await input(page, 'title').fill('Made by hand')
    await create(page).dblclick()
    await check(page).toHaveURL(/\/p\/film\/\d+/)
    await check(page.getByRole('heading', { level: 1 })).toContainText('Made by hand')
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
    await check(saveBar(page)).toContainText('Created just now')
    const made = await list('movies', { slug })
    check(made.map((film) => film.title)).toEqual(['Made by hand'])
    check(new URL(page.url()).pathname).toBe(`/p/film/${made[0]?._id}`)

    await input(page, 'title').fill('Made by hand, twice')
    await check(saveBar(page)).toContainText('1 change')
    await save(page)
    await check(saveBar(page)).toContainText('Saved just now')
    await page.goBack()
    await check(page).toHaveURL(/\/p\/films/)
  })

  it('starts with the defaults of its fields', async () => {
    const page = await open('/p/film/new')
    await check(page.getByRole('heading', { level: 1 })).toContainText('New film')
    await check(page.locator('[data-field="status"]')).toContainText('Draft')
    await check(create(page)).toBeEnabled()
  })
})

describe('unsaved edits', () => {
  async function dirtyFilm(): Promise<Page> {
    const film = await newMovie({ title: 'Before' })
    const page = await open(`/p/film/${film._id}`)
    await input(page, 'title').fill('After')
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'true')
    return page
  }

  it('are not left behind without a question', async () => {
    const page = await dirtyFilm()
    const here = page.url()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('link', { name: 'People' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await check(question).toBeHidden()
    await check(page).toHaveURL(here)
    await check(input(page, 'title')).toHaveValue('After')
    await page.getByRole('link', { name: 'People' }).click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await check(page.getByRole('heading', { level: 1 })).toContainText('People')
  })

  it('keep the window from closing without a question', async () => {
    const page = await dirtyFilm()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    check(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await check(input(page, 'title')).toHaveValue('After')
    await save(page)
  })

  it('no longer stand in the way once they are saved', async () => {
    const page = await dirtyFilm()
    await save(page)
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  })

  it('are discarded after a question and brought back by Undo', async () => {
    const page = await dirtyFilm()
    await page.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', { name: 'Discard all changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await check(input(page, 'title')).toHaveValue('After')
    await page.getByRole('button', { name: 'Discard' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await check(input(page, 'title')).toHaveValue('Before')
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
    await page.getByRole('button', { name: 'Undo' }).click()
    await check(input(page, 'title')).toHaveValue('After')
    await save(page)
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    check(await read('movies', id)).toMatchObject({ title: 'After' })
  })

  it('are saved by Ctrl+S', async () => {
    const page = await dirtyFilm()
    await page.keyboard.press('Control+s')
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
  })
})
