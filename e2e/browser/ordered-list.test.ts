import type { Locator, Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { create, list, newMovie, post, read, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
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
  texts,
  unsaved,
} from './related-list-view.ts'

interface Shown {
  readonly page: Page
  readonly films: Locator
  readonly id: number
}

/** A collection of this test's own with films named `A`, `B`, …, as many as there are letters. */
async function collection(letters: string): Promise<number> {
  const movies: number[] = []
  for (const title of letters) movies.push((await newMovie({ title }))._id)
  return (await create('collections', { name: `Ordered ${word()}`, _links: { movies } }))._id
}

async function opened(letters: string): Promise<Shown> {
  const id = await collection(letters)
  const page = await open(`/p/collection/${id}`)
  const films = relatedList(page, 'films')
  await ready(films)
  await check(rowsOf(films)).toHaveCount(letters.length)
  return { page, films, id }
}

const shown = async (films: Locator) => (await texts(films, 'movie')).join('')
const handle = (films: Locator, name: string) => films.getByRole('button', { name: `Move ${name}`, exact: true })
const said = (films: Locator) => films.locator('.mq-unseen[role="status"]')

/** The titles of a collection's films as the data API has them, in order. */
async function saved(id: number): Promise<string> {
  const links = await list('collection_movies', { collection: id, sort: 'position', pageSize: 600 })
  const titles = links.map(async (link) => (await read('movies', link._links?.movie as number)).title)
  return (await Promise.all(titles)).join('')
}

/** Drags a row's handle to the upper edge of another row. */
async function drag(page: Page, films: Locator, name: string, before: string): Promise<void> {
  // into the middle, clear of the save bar
  await films.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const [from, to] = [await handle(films, name).boundingBox(), await rowNamed(films, before).boundingBox()]
  if (from === null || to === null) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 6, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 6, from.y, { steps: 2 })
  await page.mouse.move(from.x + 6, to.y + 3, { steps: 4 })
  await check(films.locator('.mq-dropline')).toBeVisible()
  await page.mouse.up()
}

describe('a list in an order of the user’s', () => {
  it('[CT:orderedRelatedList] is put in order by dragging, and is in it after a save and a reload', async () => {
    const { page, films, id } = await opened('ABCDEF')
    await drag(page, films, 'E', 'B')
    check(await shown(films)).toBe('AEBCDF')
    await check(unsaved(films)).toHaveText('1 moved')
    await savePageOf(page)
    check(await saved(id)).toBe('AEBCDF')
    await page.reload()
    await check(rowsOf(films)).toHaveCount(6)
    check(await shown(films)).toBe('AEBCDF')
  })

  it('[CT:orderedRelatedList] is put in order by keys, which say what they do and can be called off', async () => {
    const { page, films, id } = await opened('ABCDE')
    await handle(films, 'A').focus()
    await page.keyboard.press('Space')
    await check(said(films)).toContainText('A, lifted from position 1 of 5')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await check(said(films)).toHaveText('A, position 3 of 5')
    await check(handle(films, 'A')).toBeFocused()
    await page.keyboard.press('Escape')
    check(await shown(films)).toBe('ABCDE')
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await check(said(films)).toHaveText('A, dropped at position 5 of 5')
    await cell(rowNamed(films, 'C'), 'note').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await check(cell(rowNamed(films, 'C'), 'note')).toBeFocused()
    check(await shown(films)).toBe('CBDEA')
    await page.keyboard.press('Control+s')
    await check(unsaved(films)).toBeEmpty()
    check(await saved(id)).toBe('CBDEA')
  })

  it('[CT:orderedRelatedList] puts a row at a number, and several rows together', async () => {
    const { page, films, id } = await opened('ABCDE')
    await films.getByRole('button', { name: 'E, position 5: move to another' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move to position' })
    await check(dialog).toBeVisible()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await check(dialog).toBeHidden()
    check(await shown(films)).toBe('AEBCD')
    for (const name of ['A', 'C']) await films.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    await button(films, 'Move…').click()
    await dialog.getByRole('button', { name: 'To the end' }).click()
    check(await shown(films)).toBe('EBDAC')
    await savePageOf(page)
    check(await saved(id)).toBe('EBDAC')
  })

  it('[CT:orderedRelatedList] takes in, changes, removes and moves in one save', async () => {
    const { page, films, id } = await opened('ABCD')
    const film = await newMovie({ title: `Y${word()}` })
    await chooseRecords(page, films, [String(film.title)])
    const added = rowNamed(films, String(film.title))
    await retype(added, 'note', 'Late but first')
    await drag(page, films, String(film.title), 'A')
    await retype(rowNamed(films, 'C'), 'note', 'Kept')
    await button(films, 'Remove B').click()
    await check(unsaved(films)).toHaveText('1 added, 1 removed, 1 changed, 1 moved')
    await savePageOf(page)
    check(await saved(id)).toBe(`${film.title}ACD`)
    check((await list('collection_movies', { collection: id, sort: 'position' })).map(({ note }) => note)).toEqual([
      'Late but first',
      null,
      'Kept',
      null,
    ])
    await check(rowsOf(films)).toHaveCount(4)
  })

  it('[CT:orderedRelatedList] [R6.a] moves beside the same rows when somebody else changed the list meanwhile', async () => {
    const { page, films, id } = await opened('ABCD')
    allow(page, 412)
    const before = await list('collection_movies', { collection: id, sort: 'position' })
    await drag(page, films, 'D', 'B')
    check(await shown(films)).toBe('ADBC')
    const [a, b, c, d] = before.map((link) => link._links?.movie as number)
    const x = (await newMovie({ title: 'X' }))._id
    await update('collections', id, { _links: { movies: [x, b, c, d, a] } })
    await savePageOf(page)
    check(await saved(id)).toBe('XDBCA')
    check(await shown(films)).toBe('XDBCA')
  })

  it('[CT:orderedRelatedList] of two thousand rows is read in blocks, drawn in part, and moved in from end to end', async () => {
    const ids: number[] = []
    const owner = (await create('people', { name: word() }))._id
    for (let block = 0; block < 4; block += 1) {
      const movies = Array.from({ length: 500 }, (_, index) => {
        const number = String(block * 500 + index).padStart(4, '0')
        return { title: `Part ${number}`, slug: word(), _links: { director: owner } }
      })
      const made = await post('/movies', { movies })
      ids.push(...(made.body._meta?._ids ?? []))
    }
    const { _id } = await create('collections', { name: `Long ${word()}`, _links: { movies: ids } })
    const page = await open('/p/films')
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/v2/components/')) reads += 1
    })
    await page.goto(`/p/collection/${_id}`)
    const films = relatedList(page, 'films')
    await check(films.getByText('2,000 films', { exact: true })).toBeVisible()
    check(reads).toBe(7)
    check(await rowsOf(films).count()).toBeLessThan(120)
    await handle(films, 'Part 0000').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await check(said(films)).toHaveText('Part 0000, position 2000 of 2000')
    await check(handle(films, 'Part 0000')).toBeFocused()
    await page.keyboard.press('Space')
    await check(said(films)).toHaveText('Part 0000, dropped at position 2000 of 2000')
    await check(handle(films, 'Part 0000')).toBeFocused()
    await films.getByLabel('Search Films').fill('Part 1234')
    await check(rowsOf(films)).toHaveCount(1)
    await button(films, 'Remove Part 1234').click()
    await films.getByRole('button', { name: 'Clear search' }).click()
    await savePageOf(page)
    await check(films.getByText('1,999 films', { exact: true })).toBeVisible()
    const last = await list('collection_movies', { collection: _id, sort: '-position', pageSize: 2 })
    check(last.map((link) => link._links?.movie)).toEqual([ids[0], ids[1999]])
    check(await list('collection_movies', { collection: _id, movie: ids[1234] ?? 0 })).toEqual([])
  })

  it('is sound for who sees, hears or types, in both themes and widths', async () => {
    const { page, films } = await opened('ABCDEFGHIJKLM')
    await chooseRecords(page, films, ['Jaws'])
    await button(films, 'Remove B').click()
    await retype(rowNamed(films, 'C'), 'note', 'n'.repeat(180))
    await handle(films, 'D').focus()
    await page.keyboard.press('Space')
    await looksSound(page, 'ordered-list')
  })
})
