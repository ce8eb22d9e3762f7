import type { Locator, Page } from 'playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { create, list, newMovie, read, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { saveBar } from './form.ts'
import { type ProgrammeTypes, programmeTypes } from './one-save-types.ts'
import {
  button,
  chooseRecords,
  ready,
  relatedList,
  retype,
  rowNamed,
  rowsOf,
  savePageOf,
  unsaved,
} from './related-list-view.ts'

let types: ProgrammeTypes
beforeAll(async () => {
  types = await programmeTypes()
})
afterAll(() => types.drop())

interface Programme {
  readonly page: Page
  readonly id: number
  readonly list: (key: string) => Locator
  /** Each save the page sent: the components in it. */
  readonly saves: string[][]
}

/** A programme of three films, two guests, a venue and a leaflet, on its page. */
async function opened(): Promise<Programme> {
  const movies: number[] = []
  for (const title of ['One', 'Two', 'Three']) movies.push((await newMovie({ title }))._id)
  const { _id: id } = await create(types.programme, { title: 'Evening', _links: { films: movies } })
  const _links = { programme: id }
  for (const name of ['Ann', 'Bob']) await create(types.guests, { name, badge: word(), _links })
  await create(types.venues, { name: 'Hall', _links })
  await create(types.leaflet, { text: 'Before', _links })
  const page = await open(`/p/${types.pageKey}/${id}`)
  const saves: string[][] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/v2/save/')) return
    const { components } = request.postDataJSON() as { readonly components: readonly { readonly key: string }[] }
    saves.push(components.map(({ key }) => key))
  })
  for (const key of ['films', 'guests', 'venues']) await ready(relatedList(page, key))
  return { page, id, list: (key) => relatedList(page, key), saves }
}

/** All that belongs to a programme, as the data API has it. */
async function stored(id: number) {
  const of = { programme: id }
  const parts = await list(types.parts, { ...of, sort: 'position' })
  const films = await Promise.all(parts.map(async (part) => (await read('movies', part._links?.film as number)).title))
  return {
    title: (await read(types.programme, id)).title,
    films,
    notes: parts.map(({ note }) => note),
    guests: (await list(types.guests, { ...of, sort: 'name' })).map(({ name, role }) => [name, role]),
    venues: (await list(types.venues, { ...of, sort: 'name' })).map(({ name }) => name),
    leaflet: (await list(types.leaflet, of)).map(({ text }) => text),
  }
}

/** Edits every part of the page, and makes a new guest with a badge. */
async function editAll({ page, list: part }: Programme, badge: string): Promise<void> {
  await relatedList(page, 'form').getByLabel('Title').fill('Night')
  const four = await newMovie({ title: `Four ${word()}` })
  await chooseRecords(page, part('films'), [String(four.title)])
  await retype(rowNamed(part('films'), 'Two'), 'note', 'Short')
  await button(part('films'), 'Remove One').click()
  await part('films').getByRole('button', { name: 'Move Three', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await button(part('guests'), 'New guest').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Cid')
  await dialog.getByLabel('Badge').fill(badge)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await retype(rowNamed(part('guests'), 'Bob'), 'role', 'Host')
  await button(part('guests'), 'Remove Ann').click()
  await button(part('venues'), 'New venue').click()
  await dialog.getByLabel('Name').fill('Foyer')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await relatedList(page, 'leaflet').getByLabel('Text').fill('After')
}

describe('one save of a page', () => {
  it('[R2] [CT:orderedRelatedList] [CT:relatedList] saves its form, its lists and its related record together', async () => {
    const programme = await opened()
    const { page, id, saves } = programme
    const before = await stored(id)
    await editAll(programme, word())
    check(await stored(id)).toEqual(before)
    await savePageOf(page)
    check(saves).toHaveLength(1)
    check(saves[0]?.toSorted()).toEqual(['films', 'form', 'guests', 'leaflet', 'venues'])
    const after = await stored(id)
    check(after).toMatchObject({
      title: 'Night',
      notes: [null, 'Short', null],
      guests: [
        ['Bob', 'Host'],
        ['Cid', null],
      ],
      venues: ['Foyer', 'Hall'],
      leaflet: ['After'],
    })
    check(after.films.slice(0, 2)).toEqual(['Three', 'Two'])
    await page.reload()
    await check(rowsOf(programme.list('films'))).toHaveCount(3)
    await check(rowsOf(programme.list('guests'))).toHaveCount(2)
  })

  it('[CT:orderedRelatedList] warns before the last row that must stay is removed, and says why it was not saved', async () => {
    const { page, id, list: part } = await opened()
    allow(page, 409, 422)
    await part('films').getByRole('checkbox', { name: 'Select all' }).check()
    await part('films').getByRole('button', { name: 'Remove', exact: true }).click()
    await check(part('films').getByText('One of the films must stay')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await check(saveBar(page)).toHaveAttribute('data-status', 'failed')
    await check(page.getByText('At least one related record is required.').first()).toBeVisible()
    check((await stored(id)).films).toEqual(['One', 'Two', 'Three'])
    await button(part('films'), 'Undo removing Two').click()
    await check(part('films').getByText('One of the films must stay')).toBeHidden()
    await savePageOf(page)
    check((await stored(id)).films).toEqual(['Two'])
  })

  it('[R2] saves nothing of it where one part is refused, and keeps all that was edited', async () => {
    const programme = await opened()
    const { page, id, saves } = programme
    allow(page, 409)
    const badge = word()
    await create(types.guests, { name: 'Else', badge })
    const before = await stored(id)
    await editAll(programme, badge)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await check(programme.list('guests').getByRole('alert')).toContainText(badge)
    await check(saveBar(page)).toHaveAttribute('data-status', 'failed')
    check(await stored(id)).toEqual(before)
    await check(unsaved(programme.list('films'))).toHaveText('1 added, 1 removed, 1 changed, 1 moved')
    await check(unsaved(programme.list('guests'))).toHaveText('1 added, 1 removed, 1 changed')
    await retype(rowNamed(programme.list('guests'), 'Cid'), 'badge', word())
    await savePageOf(page)
    check(saves).toHaveLength(2)
    check(await stored(id)).toMatchObject({ title: 'Night', venues: ['Foyer', 'Hall'], leaflet: ['After'] })
  })
})
