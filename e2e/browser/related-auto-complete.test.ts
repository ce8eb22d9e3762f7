import type { Page } from 'playwright/test'
import { beforeAll, describe, it } from 'vitest'
import { create, find, links, newMovie, post, read, update, word } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { allow, check, open } from './browser.ts'
import { choose, save, saveBar } from './form.ts'
import { looksSound } from './looks-sound.ts'

let filmPage: string
let personPage: string
beforeAll(async () => {
  filmPage = await newPage('movies', [
    {
      key: 'director',
      type: 'relatedAutoComplete',
      title: 'Director',
      configuration: { relation: 'director', columns: ['born', 'sort_name'] },
    },
    { key: 'genres', type: 'relatedAutoComplete', title: 'Genres', configuration: { relation: 'genres' } },
  ])
  personPage = await newPage('people', [
    {
      key: 'films',
      type: 'relatedAutoComplete',
      title: 'Directed',
      configuration: { relation: 'movies[director]', columns: ['year'] },
    },
    { key: 'form', type: 'form', title: 'Person' },
  ])
})

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const adding = (page: Page, name: string) => page.getByRole('combobox', { name: `Add to ${name}` })
const chip = (page: Page, id: number) => page.locator(`.mq-choice-chip[data-id="${id}"]`)
const newGenre = (name = word()) => create('genres', { name })

describe('a choice of related records', () => {
  it('[CT:relatedAutoComplete] shows the demo’s films of a director with their years', async () => {
    const person = await find('people', { name: 'Steven Spielberg' })
    const page = await open(`/p/${personPage}/${person._id}`)
    await check(part(page, 'Directed')).toContainText('23 in all')
    await check(part(page, 'Directed').locator('.mq-choice-chip', { hasText: 'Jaws' })).toContainText('1975')
    await looksSound(page, 'related-auto-complete')
  })

  it('[CT:relatedAutoComplete] stands below a long form without lengthening the document', async () => {
    const long = await newPage('movies', [
      { key: 'form', type: 'form', title: 'Film' },
      {
        key: 'director',
        type: 'relatedAutoComplete',
        title: 'Director',
        configuration: { relation: 'director', columns: ['name'] },
      },
    ])
    const director = await find('people', { name: 'Steven Spielberg' })
    const film = await newMovie({ _links: { director: director._id } })
    const page = await open(`/p/${long}/${film._id}`)
    await check(part(page, 'Director').locator('.mq-choice-context')).toHaveCount(1)
    const outgrown = () => (document.scrollingElement as HTMLElement).scrollHeight - window.innerHeight
    check(await page.evaluate(outgrown)).toBeLessThanOrEqual(0)
  })

  it('[CT:relatedAutoComplete] sets the one, adds and removes of the many, saves and shows it again', async () => {
    const [gone, kept, added] = [await newGenre(), await newGenre(), await newGenre()]
    const film = await newMovie({ _links: { 'genres[movie]': [gone._id, kept._id] } })
    const page = await open(`/p/${filmPage}/${film._id}`)
    await choose(page, page.getByRole('combobox', { name: 'Director' }), 'Steven Spielberg')
    await choose(page, adding(page, 'Genres'), String(added.name))
    await check(chip(page, added._id)).toHaveAttribute('data-state', 'added')
    await page.getByRole('button', { name: `Remove ${gone.name}` }).click()
    await check(chip(page, gone._id)).toHaveAttribute('data-state', 'removed')
    await check(saveBar(page)).toContainText('3 changes')
    await looksSound(page, 'related-auto-complete-changed')
    await save(page)
    await check(chip(page, gone._id)).toHaveCount(0)
    await page.reload()
    await check(part(page, 'Director')).toContainText('Steven Spielberg')
    await check(chip(page, added._id)).toHaveAttribute('data-state', 'there')
    const saved = links(await read('movies', film._id))
    check(saved.director).toBe((await find('people', { name: 'Steven Spielberg' }))._id)
    check(new Set(saved['genres[movie]'] as number[])).toEqual(new Set([kept._id, added._id]))
  })

  it('[CT:relatedAutoComplete] is done with the keyboard, and taken back', async () => {
    const [here, other] = [await newGenre(), await newGenre()]
    const film = await newMovie({ _links: { 'genres[movie]': [here._id] } })
    const page = await open(`/p/${filmPage}/${film._id}`)
    await adding(page, 'Genres').focus()
    await page.keyboard.type(String(other.name))
    await check(
      page.locator('.ant-select-dropdown:visible').getByTitle(String(other.name), { exact: true }),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await check(chip(page, other._id)).toHaveAttribute('data-state', 'added')
    await page.getByRole('button', { name: `Remove ${here.name}` }).focus()
    await page.keyboard.press('Enter')
    await check(chip(page, here._id)).toHaveAttribute('data-state', 'removed')
    await page.keyboard.press('Enter')
    await check(chip(page, here._id)).toHaveAttribute('data-state', 'there')
    await page.getByRole('button', { name: `Remove ${other.name}` }).click()
    await check(chip(page, other._id)).toHaveCount(0)
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
  })

  it('[CT:relatedAutoComplete] keeps what others add meanwhile', async () => {
    const [mine, theirs] = [await newGenre(), await newGenre()]
    const film = await newMovie()
    const page = await open(`/p/${filmPage}/${film._id}`)
    allow(page, 412)
    await choose(page, adding(page, 'Genres'), String(mine.name))
    await update('movies', film._id, { _links: { 'genres[movie]': { operation: 'Add', values: [theirs._id] } } })
    await page.getByRole('button', { name: 'Save' }).click()
    await check
      .poll(async () => new Set(links(await read('movies', film._id))['genres[movie]'] as number[]))
      .toEqual(new Set([mine._id, theirs._id]))
    await check(chip(page, theirs._id)).toBeVisible()
  })

  it('[CT:relatedAutoComplete] adds to each of several records', async () => {
    const [own, added] = [await newGenre(), await newGenre()]
    const [one, other] = [await newMovie({ _links: { 'genres[movie]': [own._id] } }), await newMovie()]
    const page = await open(`/p/${filmPage}/${one._id},${other._id}`)
    await check(part(page, 'Genres')).toContainText('added to all of them')
    await choose(page, adding(page, 'Genres'), String(added.name))
    await save(page)
    await check(chip(page, added._id)).toHaveCount(0)
    check(new Set(links(await read('movies', one._id))['genres[movie]'] as number[])).toEqual(
      new Set([own._id, added._id]),
    )
    check(links(await read('movies', other._id))['genres[movie]']).toEqual([added._id])
  })

  it('[CT:relatedAutoComplete] shows very many in blocks', async () => {
    const person = await create('people', { name: word() })
    const movies = Array.from({ length: 60 }, (_, index) => ({
      title: `${person.name} ${String(index).padStart(2, '0')}`,
      slug: `${person.name}-${index}`,
      _links: { director: person._id },
    }))
    check((await post('/movies', { movies })).status).toBe(201)
    const page = await open(`/p/${personPage}/${person._id}`)
    const films = part(page, 'Directed')
    await check(films).toContainText('60 in all')
    await check(films.locator('.mq-choice-chip')).toHaveCount(50)
    await films.getByRole('button', { name: 'Show more (10 left)' }).click()
    await check(films.locator('.mq-choice-chip')).toHaveCount(60)
    await films.getByRole('button', { name: `Remove ${person.name} 59` }).click()
    await check(films).toContainText('59 in all')
    await save(page)
    await check(films).toContainText('59 in all')
  })
})
