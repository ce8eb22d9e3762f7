import type { Page } from 'playwright/test'
import { beforeAll, describe, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { create, find, links, list, newMovie, read, update } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { allow, check, open } from './browser.ts'
import { save, saveBar } from './form.ts'
import { looksSound } from './looks-sound.ts'
import { someone } from './someone.ts'

let key: string
beforeAll(async () => {
  const note = { relation: 'import_notes[movie]', fields: ['summary', 'corrections', 'needs_review'], remove: true }
  key = await newPage('movies', [
    {
      key: 'form',
      type: 'form',
      title: 'Film',
      configuration: { tabs: [{ fields: ['title', 'synopsis'] }], rest: false },
    },
    { key: 'note', type: 'relatedForm', title: 'Import note', configuration: note },
    {
      key: 'director',
      type: 'relatedForm',
      title: 'Director',
      configuration: { relation: 'director', fields: ['name', 'born', 'website'], remove: true },
    },
  ])
})

const part = (page: Page, name: string) => page.getByRole('region', { name })
const box = (page: Page, at: string) => page.locator(`[id="${at}"]`)

describe('the form of a related record', () => {
  it('[CT:relatedForm] shows what is recorded, changes it with the page, and shows it again', async () => {
    const film = await newMovie()
    await create('import_notes', { summary: 'Year corrected', _links: { movie: film._id } })
    const page = await open(`/p/${key}/${film._id}`)
    await check(box(page, 'note-summary')).toHaveValue('Year corrected')
    await check(part(page, 'Director')).toContainText('Nothing recorded yet')
    await looksSound(page, 'related-form')
    await box(page, 'note-summary').fill('Year and title corrected')
    await box(page, 'form-synopsis').fill('A story')
    await check(saveBar(page)).toContainText('2 changes')
    await save(page)
    await page.reload()
    await check(box(page, 'note-summary')).toHaveValue('Year and title corrected')
    check(await find('import_notes', { movie: film._id })).toMatchObject({ summary: 'Year and title corrected' })
    check(await read('movies', film._id)).toMatchObject({ synopsis: 'A story' })
  })

  it('[CT:relatedForm] begins a record, asks for what it needs, and makes it', async () => {
    const film = await newMovie()
    const page = await open(`/p/${key}/${film._id}`)
    await part(page, 'Director').getByRole('button', { name: 'Begin' }).click()
    await check(box(page, 'director-name')).toBeFocused()
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
    await box(page, 'director-website').fill('https://films.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(part(page, 'Director').getByRole('alert')).toContainText('Name is required')
    await check(box(page, 'director-name')).toBeFocused()
    await looksSound(page, 'related-form-begun')
    await box(page, 'director-name').fill('Agnès Varda')
    await save(page)
    await check(box(page, 'director-name')).toHaveValue('Agnès Varda')
    await page.reload()
    await check(box(page, 'director-name')).toHaveValue('Agnès Varda')
    const director = links(await read('movies', film._id)).director as number
    check(await read('people', director)).toMatchObject({ name: 'Agnès Varda', website: 'https://films.example' })
    await box(page, 'director-name').fill('Agnès V.')
    await page.keyboard.press('Enter')
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
    check(await read('people', director)).toMatchObject({ name: 'Agnès V.' })
  })

  it('[CT:relatedForm] takes the record away, undone until it is saved', async () => {
    const film = await newMovie()
    await create('import_notes', { summary: 'To go', _links: { movie: film._id } })
    const page = await open(`/p/${key}/${film._id}`)
    const note = part(page, 'Import note')
    await note.getByRole('button', { name: 'Delete this' }).click()
    await check(note).toContainText('deleted when you save')
    await looksSound(page, 'related-form-removed')
    await note.getByRole('button', { name: 'Undo' }).click()
    await check(box(page, 'note-summary')).toHaveValue('To go')
    await note.getByRole('button', { name: 'Delete this' }).click()
    await save(page)
    await check(note).toContainText('Nothing recorded yet')
    await page.reload()
    await check(note).toContainText('Nothing recorded yet')
  })

  it('[CT:relatedForm] goes together with what somebody else recorded meanwhile', async () => {
    const film = await newMovie()
    const note = await create('import_notes', { summary: 'Ours', _links: { movie: film._id } })
    const page = await open(`/p/${key}/${film._id}`)
    allow(page, 412)
    await box(page, 'note-summary').fill('Mine')
    await update('import_notes', note._id, { needs_review: false })
    await page.getByRole('button', { name: 'Save' }).click()
    await check.poll(async () => (await read('import_notes', note._id)).summary).toBe('Mine')
    check(await read('import_notes', note._id)).toMatchObject({ needs_review: false })
  })

  it('[CT:relatedForm] [CT:message] shows the film of an import note of the demo, below what is to be done', async () => {
    const [note] = await list('import_notes', { needs_review: 'true', sort: 'id', pageSize: 1 })
    const film = await read('movies', links(note as Entity).movie as number)
    const page = await open(`/p/import_note/${note?._id}`)
    await check(page.getByRole('note')).toContainText('take the mark “Needs review” away')
    await check(box(page, 'film-title')).toHaveValue(String(film.title))
    await check(box(page, 'form-summary')).toHaveValue(String(note?.summary))
    await check(page.getByRole('heading', { level: 1 })).toHaveText(String(note?.summary))
    await looksSound(page, 'related-form-demo')
    await page.getByRole('link', { name: 'All that need review' }).click()
    await check(page.getByRole('heading', { level: 1, name: 'Import notes' })).toBeVisible()
    await check(page.locator('.mq-list')).toContainText('Needs review is Yes')
  })

  it('[CT:relatedForm] says what may not be seen', async () => {
    const film = await newMovie()
    const page = await open(`/p/${key}/${film._id}`, { user: await someone({ mediaType: 'movies', write: true }) })
    await check(part(page, 'Import note')).toContainText('You may not see Import notes')
    await check(box(page, 'form-title')).toHaveValue(String(film.title))
  })
})
