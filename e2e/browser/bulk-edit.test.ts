import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { entities, newMovie, post, read, send, update, word } from '../http/client.ts'
import { axeViolations } from './axe.ts'
import { allow, check, open } from './browser.ts'
import { errorAt, field, input, openTab, save, saveBar } from './form.ts'
import { looksSound } from './looks-sound.ts'

const progress = (page: Page) => page.getByTestId('bulk-progress')
const outcome = (page: Page) => page.getByRole('alert').filter({ hasText: 'saved,' })
const failures = (page: Page) => outcome(page).getByRole('listitem')

/** Films of this test's own, whose titles begin alike. */
async function films(count: number, title: string): Promise<readonly Entity[]> {
  const made = Array.from({ length: count }, (_, index) => ({
    title: `${title} ${String(index).padStart(2, '0')}`,
    slug: word(),
    year: 1990 + (index % 3),
    status: 'draft',
  }))
  return entities(await post('/movies', { movies: made }), 'movies')
}

async function edit(of: readonly Entity[]): Promise<Page> {
  const page = await open(`/p/film/${of.map(({ _id }) => _id).join(',')}`)
  await check(page.getByRole('heading', { level: 1 })).toHaveText(`${of.length} records`)
  return page
}

/** Opens a field that holds several values and sets one. */
async function setForAll(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).getByRole('button', { name: 'Several values' }).click()
  await check(input(page, name)).toBeFocused()
  await input(page, name).fill(value)
}

const values = (of: readonly Entity[], members: readonly string[]) =>
  Promise.all(
    of.map(async ({ _id }) => {
      const film = await read('movies', _id)
      return members.map((member) => film[member])
    }),
  )

describe('several films at once', () => {
  it('[R1.a] are chosen in a list and edited together: what is touched changes in all, the rest in none', async () => {
    const title = word()
    const made = await films(3, title)
    const page = await open(`/p/films?filter=title_$sw_${title}`)
    await check(page.locator('tbody tr')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    const way = page.getByRole('link', { name: 'Edit 3' })
    await way.focus()
    await page.keyboard.press('Enter')
    await check(page.getByRole('heading', { level: 1 })).toHaveText('3 records')
    await check(field(page, 'title').getByRole('button', { name: 'Several values' })).toBeVisible()
    await setForAll(page, 'year', '2001')
    await input(page, 'synopsis').fill('The same of all.')
    await check(saveBar(page)).toContainText('2 changes')
    await save(page)
    await check(saveBar(page)).toContainText('3 records saved just now')
    await check(input(page, 'year')).toHaveValue('2001')
    check(await values(made, ['title', 'year', 'synopsis', 'status'])).toEqual(
      made.map((film) => [film.title, 2001, 'The same of all.', 'draft']),
    )
    await page.goBack()
    await check(page.locator('tbody tr')).toHaveCount(3)
  })

  it('[R6.a] [R6.b] sixty are saved but for those that cannot be, which are named and retried', async () => {
    const made = await films(60, word())
    const [other, both, gone] = [made[3], made[17], made[55]] as [Entity, Entity, Entity]
    const page = await edit(made)
    allow(page, 412, 404)
    await setForAll(page, 'year', '2002')
    await input(page, 'synopsis').fill('Of sixty.')
    await update('movies', other._id, { imdb_votes: 12 })
    await update('movies', both._id, { year: 1950 })
    await send('DELETE', `/movies/${gone._id}`)
    await page.getByRole('button', { name: 'Save' }).click()

    await check(outcome(page)).toContainText('58 saved, 2 not')
    await check(failures(page)).toHaveCount(2)
    await check(failures(page).getByRole('link', { name: String(both.title) })).toBeVisible()
    await check(failures(page).first()).toContainText('changed Year meanwhile')
    await looksSound(page, 'bulk-failures')
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'true')
    check(await values([other, both, made[0] as Entity], ['year', 'synopsis', 'imdb_votes'])).toEqual([
      [2002, 'Of sixty.', 12],
      [1950, null, null],
      [2002, 'Of sixty.', null],
    ])

    await outcome(page).getByRole('button', { name: 'Retry 1' }).click()
    await check(saveBar(page)).toContainText('1 record saved')
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
    check(await values([both], ['year', 'synopsis'])).toEqual([[2002, 'Of sixty.']])
  })

  it('[ERR:unique] leave what must be unique to each record', async () => {
    const page = await edit(await films(2, word()))
    await openTab(page, 'Publication')
    const slug = field(page, 'slug')
    await check(slug).toContainText('Its values are unique: change it record by record.')
    await check(slug).toContainText('read-only')
    await check(slug.getByRole('button')).toHaveCount(0)
    await check(slug.getByRole('textbox')).toHaveCount(0)
    check(await axeViolations(page)).toEqual([])
  })

  it('are stopped between two chunks, and go on from there', async () => {
    const made = await films(60, word())
    const page = await edit(made)
    let pass = (): void => undefined
    const passing = new Promise<void>((resolve) => {
      pass = resolve
    })
    await page.route('**/api/v2/save/**', async (route) => {
      await passing
      await route.continue()
    })
    await input(page, 'synopsis').fill('Of some.')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(progress(page)).toContainText('0 of 60 saved')
    check(await axeViolations(page)).toEqual([])
    await progress(page).getByRole('button', { name: 'Stop' }).click()
    pass()
    await check(outcome(page)).toContainText('50 saved, 10 not')
    await check(outcome(page)).toContainText('10 records were not tried: you stopped it.')
    await outcome(page).getByRole('button', { name: 'Retry 10' }).click()
    await check(saveBar(page)).toContainText('10 records saved')
    check(new Set((await values(made, ['synopsis'])).flat())).toEqual(new Set(['Of some.']))
  })

  it('say at the field what no record takes', async () => {
    const made = await films(2, word())
    const page = await edit(made)
    await setForAll(page, 'title', 'x')
    await field(page, 'title').getByRole('textbox').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await check(errorAt(page, 'title')).toContainText('Title is required')
    await field(page, 'title').getByRole('button', { name: 'Revert' }).click()
    await check(field(page, 'title').getByRole('button', { name: 'Several values' })).toBeVisible()
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
  })

  it('of which one alone is not several', async () => {
    const film = await newMovie({ title: 'Alone' })
    const page = await open(`/p/film/${film._id}`)
    await check(input(page, 'title')).toHaveValue('Alone')
    await check(page.getByText('records are edited at once')).toBeHidden()
  })
})
