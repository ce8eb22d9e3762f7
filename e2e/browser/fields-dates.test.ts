import { describe, it } from 'vitest'
import { create, find, newMovie, word } from '../http/client.ts'
import { check } from './browser.ts'
import { cellsOf, picked, roundTrip, typed } from './field-entry.ts'
import { field, input, openTab } from './form.ts'

/** The browser's zone is half an hour off the hour, and not UTC. */
const ZONE = /Asia\/(Kolkata|Calcutta), UTC\+05:30/

describe('dates and times', () => {
  it('[FT:Date] [FT:DateTime] [FT:Time] [FT:Cron] are shown in a list and in a form', async () => {
    const { _id: id } = await find('collections', 'name=Highest grossing')
    const columns = ['name', 'publish_at', 'start_time', 'refresh']
    const { page, cell } = await cellsOf('collections', columns, `id_$eq_${id}`)
    await check(cell('publish_at')).toHaveText('1 Oct 2010, 21:30')
    await check(cell('start_time')).toHaveText('20:15')
    await check(cell('refresh')).toHaveText('0 6 * * 1')
    await page.goto(`/p/collection/${id}`)
    await openTab(page, 'Schedule')
    await check(input(page, 'publish_at')).toHaveValue('2010-10-01 21:30:00')
    await check(field(page, 'publish_at')).toContainText(ZONE)
    await check(input(page, 'start_time')).toHaveValue('20:15:00')
    await check(input(page, 'refresh')).toHaveValue('0 6 * * 1')
    await check(field(page, 'refresh')).toContainText(ZONE)
    await check(field(page, 'refresh').getByRole('listitem')).toHaveCount(3)
    await check(field(page, 'refresh').getByRole('listitem').first()).toContainText(/^Mon.*06:00$/)
    const film = await find('movies', { slug: 'avatar-2009' })
    const films = await cellsOf('movies', ['title', 'release_date'], `id_$eq_${film._id}`)
    await check(films.cell('release_date')).toHaveText('18 Dec 2009')
  })

  it('[FT:Date] is typed or pointed at', async () => {
    const film = await newMovie()
    const page = await roundTrip(`/p/film/${film._id}`, 'movies', 'Main', [
      { ...picked('release_date', '1957-03-01'), refused: ['1957-13-45', 'Write it like 1957-12-24'] },
    ])
    await input(page, 'release_date').click()
    await page.locator('.ant-picker-dropdown:visible').getByTitle('1957-03-14').click()
    await check(input(page, 'release_date')).toHaveValue('1957-03-14')
  })

  it('[FT:DateTime] [FT:Time] [FT:Cron] of a schedule', async () => {
    const { _id: id } = await create('collections', { name: word() })
    const page = await roundTrip(`/p/collection/${id}`, 'collections', 'Schedule', [
      {
        ...picked('publish_at', '2030-05-17 08:30:00', '2030-05-17T03:00:00Z'),
        refused: ['tomorrow', 'Write it like'],
      },
      { ...picked('start_time', '20:15:30'), refused: ['25:00:00', 'Write it like 20:15:00'] },
      { ...typed('refresh', '30 6 * * 1-5'), refused: ['1 2 3', 'Write five parts'] },
    ])
    await input(page, 'refresh').fill('0 0 31 2 *')
    await check(field(page, 'refresh')).toContainText('This never runs again.')
    await check(field(page, 'refresh')).toHaveAttribute('data-invalid', 'false')
  })
})
