import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { create, newMovie, read, update, word } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { allow, check, open } from './browser.ts'
import { dataWrites, errorAt, field, input, openTab, save, saveBar } from './form.ts'

/** Tab, field, what is typed there, and what is said of it. */
type Mistake = readonly [tab: string, field: string, typed: string, message: string]

const FILM: readonly Mistake[] = [
  ['Main', 'title', '', 'Title is required'],
  ['Main', 'release_date', '1957-13-45', 'Write it like'],
  ['Main', 'year', '1700', 'At least 1888'],
  ['Main', 'running_time', '12.5', 'Only whole numbers'],
  ['Money', 'us_gross', '1,5', 'Write the decimal mark as a point'],
  ['Money', 'worldwide_gross', '-1', 'At least 0'],
  ['Reception', 'imdb_rating', 'nine', 'This is not a number'],
  ['Reception', 'rotten_tomatoes', '101', 'At most 100'],
]

const COLLECTION: readonly Mistake[] = [
  ['Main', 'color', 'reddish', 'Write a colour as #rgb or #rrggbb'],
  ['Schedule', 'publish_at', 'tomorrow', 'Write it like'],
  ['Schedule', 'start_time', '25:00:00', 'Write it like'],
  ['Schedule', 'refresh', '1 2 3', 'Write five parts'],
  ['Access', 'price', '1.234', 'At most 2 digits after the point'],
  ['Access', 'age', '100', 'At most 99'],
  ['Access', 'website', 'example.com', 'Write a whole address'],
  ['Access', 'contact', 'desk', 'Write a whole address'],
  ['Access', 'settings', '{ "rows": 4,', 'Not valid JSON'],
]

/** Makes all mistakes, tries to save, and finds each told at its field and nothing sent. */
async function makeMistakes(page: Page, mistakes: readonly Mistake[]): Promise<void> {
  const sent = dataWrites(page)
  for (const [tab, name, typed] of mistakes) {
    await openTab(page, tab)
    await input(page, name).fill(typed)
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await check(saveBar(page)).toContainText(`${mistakes.length} fields need attention`)
  for (const [tab, name, , message] of mistakes) {
    await openTab(page, tab)
    await check(errorAt(page, name)).toContainText(message)
    await check(input(page, name)).toHaveAttribute('aria-invalid', 'true')
    await check(input(page, name)).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
  }
  check(sent).toEqual([])
}

describe('values that are none', () => {
  it('[PR20] are told at each field of a film, and nothing is sent', async () => {
    const film = await newMovie()
    const page = await open(`/p/film/${film._id}`)
    await makeMistakes(page, FILM)
    check(await read('movies', film._id)).toMatchObject({ _etag: film._etag })
  })

  it('are told at each field of a collection, and nothing is sent', async () => {
    const { _id: id } = await create('collections', { name: word() })
    const page = await open(`/p/collection/${id}`)
    await makeMistakes(page, COLLECTION)
  })

  it('bring the user to the first of them, on whichever tab', async () => {
    const film = await newMovie()
    const page = await open(`/p/film/${film._id}`)
    await openTab(page, 'Reception')
    await input(page, 'imdb_rating').fill('11')
    await openTab(page, 'Main')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(page.getByRole('tab', { name: 'Reception' })).toHaveAttribute('aria-selected', 'true')
    await check(input(page, 'imdb_rating')).toBeFocused()
    await check(page.getByRole('tab', { name: 'Reception' })).toContainText('1')
    await input(page, 'imdb_rating').fill('10')
    await save(page)
  })

  it('are taken back one by one', async () => {
    const film = await newMovie({ year: 1999 })
    const page = await open(`/p/film/${film._id}`)
    await input(page, 'year').fill('nineteen')
    await check(errorAt(page, 'year')).toBeVisible()
    await field(page, 'year').getByRole('button', { name: 'Revert' }).click()
    await check(input(page, 'year')).toHaveValue('1999')
    await check(errorAt(page, 'year')).toBeHidden()
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
  })
})

describe('values that the server refuses', () => {
  it('[ERR:unique] [D1.a] a slug that is taken is told at its field, and the edits stay', async () => {
    const [taken, film] = [await newMovie(), await newMovie()]
    const page = await open(`/p/film/${film._id}`)
    allow(page, 409)
    await input(page, 'title').fill('A title to keep')
    await openTab(page, 'Publication')
    await input(page, 'slug').fill(String(taken.slug))
    await openTab(page, 'Main')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(page.getByRole('tab', { name: 'Publication' })).toHaveAttribute('aria-selected', 'true')
    await check(errorAt(page, 'slug')).toContainText(String(taken.slug))
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'true')
    await input(page, 'slug').fill(`${film.slug}-2`)
    await save(page)
    check(await read('movies', film._id)).toMatchObject({ title: 'A title to keep', slug: `${film.slug}-2` })
  })

  it('[ERR:VALIDATION] [D1.e] all of them are told at their fields', async () => {
    const name = word().slice(0, 20)
    await create('adm_mediatypes', { name, label: 'Tag', label_plural: 'Tags' })
    const fields = [
      await create('adm_fields', { mediatype: name, name: 'code', label: 'Code' }),
      await create('adm_fields', { mediatype: name, name: 'sign', label: 'Sign' }),
    ]
    const form = await newPage(name, [{ key: 'form', type: 'form' }])
    const page = await open(`/p/${form}/${(await create(name, { code: 'a' }))._id}`)
    await check(input(page, 'code')).toHaveValue('a')
    allow(page, 422)
    // the page knows nothing of rules that came after it
    for (const { _id } of fields) await update('adm_fields', _id, { props: { maxLength: 3 } })
    await input(page, 'code').fill('abcd')
    await input(page, 'sign').fill('efgh')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(errorAt(page, 'code')).toContainText('at most 3 characters')
    await check(errorAt(page, 'sign')).toContainText('at most 3 characters')
    await check(saveBar(page)).toContainText('2 fields need attention')
  })
})
