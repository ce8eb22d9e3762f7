import type { Locator, Page } from 'playwright/test'
import { beforeAll, describe, it } from 'vitest'
import { create, entities, idOf, list, newMovie, post, read, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { saveBar } from './form.ts'
import { looksSound } from './looks-sound.ts'
import {
  button,
  cell,
  chooseRecords,
  ready,
  relatedList,
  retype,
  rowNamed,
  rowsOf,
  savePageOf,
  unsaved,
} from './related-list-view.ts'
import { someone } from './someone.ts'

interface Shown {
  readonly page: Page
  readonly films: Locator
  readonly id: number
}

/** The page of a director of this test's own, with films `Film 01`, `Film 02`, … */
async function director(films: number): Promise<number> {
  const { _id } = await create('people', { name: `Director ${word()}` })
  const numbers = Array.from({ length: films }, (_, index) => String(index + 1).padStart(2, '0'))
  const movies = numbers.map((number) => {
    const slug = word()
    return { title: `Film ${number}`, slug, release_date: `1950-01-${number}`, _links: { director: _id } }
  })
  if (films > 0) check((await post('/movies', { movies })).status).toBe(201)
  return _id
}

async function opened(films: number, options: Parameters<typeof open>[1] = {}): Promise<Shown> {
  const id = await director(films)
  const page = await open(`/p/person/${id}`, options)
  const shown = { page, films: relatedList(page, 'films'), id }
  await ready(shown.films)
  return shown
}

const filmsOf = (id: number) => list('movies', { director: id, sort: 'title', pageSize: 600 })
const titlesOf = async (id: number) => (await filmsOf(id)).map(({ title }) => String(title))

describe('a list of related records', () => {
  it('[CT:relatedList] shows the demo’s records page by page, and leads to each of them and back', async () => {
    const spielberg = await idOf('people', { name: 'Steven Spielberg' })
    const page = await open(`/p/person/${spielberg}`)
    const films = relatedList(page, 'films')
    await check(films.getByText('23 films')).toBeVisible()
    await check(rowsOf(films)).toHaveCount(20)
    await films.getByRole('button', { name: 'Next page' }).click()
    await check(rowsOf(films)).toHaveCount(3)
    await films.getByRole('button', { name: 'Title' }).click()
    await check(rowsOf(films)).toHaveCount(20)
    await films.getByLabel('Search Title').fill('jaws')
    await check(rowsOf(films)).toHaveCount(1)
    await films.getByRole('link', { name: 'Jaws' }).click()
    await check(page.getByRole('heading', { level: 1 })).toHaveText('Jaws')
    await page.goBack()
    await check(page.getByText('23 films')).toBeVisible()
  })

  it('[CT:relatedList] [R2] takes rows in, changes and removes them, and saves all of it with the page', async () => {
    const { page, films, id } = await opened(3)
    const other = await newMovie({ title: `Other ${word()}` })
    await chooseRecords(page, films, [String(other.title)])
    await retype(rowNamed(films, 'Film 01'), 'release_date', '1950-05-05')
    await button(films, 'Remove Film 02').click()
    await check(unsaved(films)).toHaveText('1 added, 1 removed, 1 changed')
    await check(saveBar(page)).toContainText('3 changes')
    check(await titlesOf(id)).toEqual(['Film 01', 'Film 02', 'Film 03'])
    await savePageOf(page)
    await check(unsaved(films)).toBeEmpty()
    check(await titlesOf(id)).toEqual(['Film 01', 'Film 03', other.title])
    await page.reload()
    await check(rowsOf(films)).toHaveCount(3)
    await check(cell(rowNamed(films, 'Film 01'), 'release_date')).toHaveText('5 May 1950')
  })

  it('[CT:relatedList] makes new rows, which are checked as in a form, one after the other', async () => {
    const { page, films, id } = await opened(0)
    await check(films.getByText('No films yet')).toBeVisible()
    await button(films, 'New film').click()
    const dialog = page.getByRole('dialog', { name: 'New film' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await check(dialog.getByText('Title is required')).toBeVisible()
    await check(dialog.getByLabel('Title')).toBeFocused()
    for (const [title, last] of [
      ['New one', false],
      ['New two', true],
    ] as const) {
      await dialog.getByLabel('Title').fill(title)
      await dialog.getByLabel('Slug').fill(word())
      await dialog.getByRole('button', { name: last ? 'Add' : 'Add and make another', exact: true }).click()
    }
    await check(unsaved(films)).toHaveText('2 added')
    await savePageOf(page)
    check(await titlesOf(id)).toEqual(['New one', 'New two'])
    await check(rowsOf(films)).toHaveCount(2)
  })

  it('[CT:relatedList] keeps what is unsaved while it is paged, sorted and filtered, and gives it back', async () => {
    const { page, films, id } = await opened(25)
    await retype(rowNamed(films, 'Film 25'), 'release_date', '1951-01-01')
    await button(films, 'Remove Film 24').click()
    await films.getByRole('button', { name: 'Next page' }).click()
    await check(rowNamed(films, 'Film 01')).toBeVisible()
    await button(films, 'Remove Film 01').click()
    await films.getByLabel('Search Title').fill('Film 1')
    await check(rowsOf(films)).toHaveCount(10)
    await check(unsaved(films)).toHaveText('2 removed, 1 changed')
    await button(films, 'Show only these').click()
    await check(rowsOf(films)).toHaveCount(3)
    await button(films, 'Undo removing Film 24').click()
    await check(unsaved(films)).toHaveText('1 removed, 1 changed')
    await button(films, 'Revert Film 25').click()
    await check(unsaved(films)).toHaveText('1 removed')
    await savePageOf(page)
    check((await titlesOf(id)).length).toBe(24)
    check(await titlesOf(id)).not.toContain('Film 01')
  })

  it('[CT:relatedList] removes several at once, and discards with a way back', async () => {
    const { page, films } = await opened(4)
    await films.getByRole('checkbox', { name: 'Select Film 01' }).check()
    await films.getByRole('checkbox', { name: 'Select Film 03' }).check()
    await films.getByRole('button', { name: 'Remove', exact: true }).click()
    await check(unsaved(films)).toHaveText('2 removed')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await check(unsaved(films)).toBeEmpty()
    await page.getByRole('button', { name: 'Undo' }).click()
    await check(unsaved(films)).toHaveText('2 removed')
  })

  it('[CT:relatedList] tells what the server refuses at its row, and saves nothing until it is mended', async () => {
    const { page, films, id } = await opened(2)
    const taken = await newMovie()
    allow(page, 409)
    await button(films, 'New film').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Twice')
    await dialog.getByLabel('Slug').fill(String(taken.slug))
    await page.keyboard.press('Enter')
    await button(films, 'Remove Film 01').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await check(films.getByRole('alert')).toContainText('Another film already has the slug')
    check(await titlesOf(id)).toEqual(['Film 01', 'Film 02'])
    await button(films, 'Edit Twice').click()
    await check(dialog.getByText('Another film already has the slug')).toBeVisible()
    await dialog.getByLabel('Slug').fill(word())
    await dialog.getByRole('button', { name: 'Done' }).click()
    await savePageOf(page)
    check(await titlesOf(id)).toEqual(['Film 02', 'Twice'])
  })

  it('[CT:relatedList] [R6.a] asks about a cell that both changed, and takes what only they changed', async () => {
    const { page, films, id } = await opened(3)
    allow(page, 412)
    const [one, two] = await filmsOf(id)
    await retype(rowNamed(films, 'Film 01'), 'release_date', '1960-01-01')
    await retype(rowNamed(films, 'Film 02'), 'release_date', '1960-02-02')
    await update('movies', one?._id ?? 0, { release_date: '1970-01-01' })
    await update('movies', two?._id ?? 0, { status: 'archived' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await check(dialog).toContainText('Film 01: Release date')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
    check(await read('movies', one?._id ?? 0)).toMatchObject({ release_date: '1960-01-01' })
    check(await read('movies', two?._id ?? 0)).toMatchObject({ release_date: '1960-02-02', status: 'archived' })
  })

  it('[CT:relatedList] is for the keyboard alone: a grid of one stop, edited by F2, left by Escape', async () => {
    const { page, films } = await opened(3)
    await cell(rowNamed(films, 'Film 03'), 'title').getByRole('link').focus()
    await page.keyboard.press('ArrowDown')
    await check(cell(rowNamed(films, 'Film 02'), 'title').getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    const date = cell(rowNamed(films, 'Film 02'), 'release_date')
    await check(date.locator('input')).toBeFocused()
    await page.keyboard.type('1999-09-09')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await check(date).toBeFocused()
    await check(date).toHaveText('2 Jan 1950')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await check(cell(rowNamed(films, 'Film 02'), 'status').locator('input')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await check(unsaved(films)).toHaveText('1 removed')
    await page.keyboard.press('Delete')
    await check(unsaved(films)).toBeEmpty()
  })

  it('[CT:relatedList] is read-only for who may not write', async () => {
    const reader = await someone({ mediaType: 'people' }, { mediaType: 'movies' })
    const { films } = await opened(2, { user: reader })
    await check(rowsOf(films)).toHaveCount(2)
    for (const name of ['Remove Film 01', 'New film', 'Add films']) await check(button(films, name)).toHaveCount(0)
    await cell(rowNamed(films, 'Film 01'), 'release_date').click()
    await check(films.locator('tbody input')).toHaveCount(0)
  })

  it('[CT:relatedList] adds to each of several records, and says so', async () => {
    const [one, other] = [await create('collections', { name: word() }), await create('collections', { name: word() })]
    const film = await newMovie()
    const page = await open(`/p/collection/${one._id},${other._id}`)
    const films = relatedList(page, 'films')
    await check(films.getByText('added to each of them')).toBeVisible()
    await chooseRecords(page, films, [String(film.title)])
    await savePageOf(page)
    for (const { _id } of [one, other])
      check(await list('collection_movies', { collection: _id, movie: film._id })).toHaveLength(1)
  })

  it('is sound for who sees, hears or types, in both themes and widths', async () => {
    const { page, films } = await opened(12)
    await retype(rowNamed(films, 'Film 12'), 'release_date', '1951-01-01')
    await button(films, 'Remove Film 11').click()
    await films.getByRole('checkbox', { name: 'Select Film 10' }).check()
    await looksSound(page, 'related-list')
    await button(films, 'Add films').click()
    await check(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await looksSound(page, 'related-list-choose')
  })
})

describe('a list that asks for its rows itself', () => {
  it('[CT:asyncRelatedList] stands as bones, then as rows, and tries again where they are not to be had', async () => {
    const film = await newMovie()
    const collection = await create('collections', { name: `Kept ${word()}`, _links: { movies: [film._id] } })
    const page = await open('/p/films')
    allow(page, 'unreachable', 500)
    let broken = true
    await page.route('**/api/v2/components/**', (route) => (broken ? route.abort() : route.continue()))
    await page.goto(`/p/film/${film._id}`)
    const collections = relatedList(page, 'collections')
    await check(collections.getByText('The server could not be reached')).toBeVisible()
    broken = false
    await collections.getByRole('button', { name: 'Try again' }).click()
    await check(cell(rowsOf(collections), 'collection')).toHaveText(String(collection.name))
    await retype(rowsOf(collections), 'note', 'Seen twice')
    await savePageOf(page)
    await check(cell(rowsOf(collections), 'note')).toHaveText('Seen twice')
    check(await list('collection_movies', { movie: film._id })).toMatchObject([{ note: 'Seen twice' }])
  })
})

describe('a list of two thousand records', () => {
  let owner: number
  beforeAll(async () => {
    owner = (await create('people', { name: `Prolific ${word()}` }))._id
    for (let block = 0; block < 4; block += 1) {
      const movies = Array.from({ length: 500 }, (_, index) => {
        const number = String(block * 500 + index).padStart(4, '0')
        return { title: `Work ${number}`, slug: word(), _links: { director: owner } }
      })
      check(entities(await post('/movies', { movies }), 'movies')).toHaveLength(500)
    }
  })

  it('[CT:relatedList] shows, pages, filters and saves any of them, and reads a page at a time', async () => {
    const page = await open(`/p/person/${owner}`)
    const films = relatedList(page, 'films')
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/v2/components/')) reads += 1
    })
    await check(films.getByText('2,000 films')).toBeVisible()
    await films.getByRole('button', { name: 'Title' }).click()
    await check(rowsOf(films).first()).toContainText('Work 0000')
    await films.getByRole('button', { name: 'Last page' }).click()
    await check(rowsOf(films).last()).toContainText('Work 1999')
    await retype(rowNamed(films, 'Work 1999'), 'release_date', '1999-09-09')
    await films.getByLabel('Search Title').fill('Work 123')
    await check(rowsOf(films)).toHaveCount(10)
    await button(films, 'Remove Work 1234').click()
    check(reads).toBeLessThanOrEqual(4)
    await savePageOf(page)
    await check(films.getByText('9 rows that match')).toBeVisible()
    check((await list('movies', { director: owner, title: 'Work 1999' }))[0]).toMatchObject({
      release_date: '1999-09-09',
    })
    check(await list('movies', { director: owner, title: 'Work 1234' })).toEqual([])
  })
})
