import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { create, find, word } from '../http/client.ts'
import { check } from './browser.ts'
import { cellsOf, chosen, type Entry, roundTrip, typed } from './field-entry.ts'
import { errorAt, field, input, openTab } from './form.ts'

const newCollection = async (): Promise<number> => (await create('collections', { name: word() }))._id

/** What is typed and is none of the choices finds nothing and changes nothing. */
async function findNothing(page: Page, name: string): Promise<void> {
  const box = input(page, name)
  await box.click()
  await box.fill('no such thing')
  await check(page.locator('.ant-select-dropdown:visible .ant-empty')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await check(field(page, name)).toHaveAttribute('data-changed', 'false')
}

describe('choices', () => {
  it('[FT:Boolean] [FT:Enum] [FT:MultiEnum] [FT:Timezone] [FT:Color] are shown in a list and in a form', async () => {
    const { _id: id } = await find('collections', 'name=Highest grossing')
    const columns = ['name', 'is_public', 'status', 'weekdays', 'timezone', 'color']
    const { page, cell } = await cellsOf('collections', columns, `id_$eq_${id}`)
    await check(cell('is_public')).toHaveText('Yes')
    await check(cell('status')).toHaveText('Published')
    await check(cell('weekdays')).toContainText('Friday')
    await check(cell('timezone')).toHaveText('America/Los_Angeles')
    await check(cell('color')).toHaveText('#d4380d')
    await page.goto(`/p/collection/${id}`)
    await check(field(page, 'status')).toContainText('Published')
    await check(input(page, 'color')).toHaveValue('#d4380d')
    await openTab(page, 'Schedule')
    await check(input(page, 'is_public')).toBeChecked()
    await check(field(page, 'weekdays')).toContainText('Saturday')
    await check(field(page, 'timezone')).toContainText('America/Los Angeles (UTC-0')
  })

  it('[FT:Enum] [FT:Color] are chosen, a colour also typed', async () => {
    const id = await newCollection()
    const page = await roundTrip(`/p/collection/${id}`, 'collections', 'Main', [
      chosen('status', 'In review', 'review'),
      { ...typed('color', '#A1B2C3', '#a1b2c3', '#a1b2c3'), refused: ['#12345', 'Write a colour as #rgb or #rrggbb'] },
    ])
    await field(page, 'color').getByRole('button', { name: 'Colour picker' }).click()
    const hex = page.locator('.ant-color-picker-hex-input input')
    await hex.fill('ff8800')
    await hex.press('Enter')
    await check(input(page, 'color')).toHaveValue('#ff8800')
    await page.keyboard.press('Escape')
    await findNothing(page, 'status')
    await check(errorAt(page, 'color')).toBeHidden()
  })

  it('[FT:Boolean] [FT:MultiEnum] [FT:Timezone] are chosen with mouse and keys', async () => {
    const id = await newCollection()
    const weekdays: Entry = {
      name: 'weekdays',
      enter: async (page, box) => {
        await findNothing(page, 'weekdays')
        await box.fill('mon')
        await box.press('Enter')
        await box.fill('sun')
        await box.press('Enter')
        await box.press('Escape')
      },
      shown: async (page) => {
        await check(field(page, 'weekdays')).toContainText('Monday')
        await check(field(page, 'weekdays')).toContainText('Sunday')
      },
      stored: ['mon', 'sun'],
    }
    const timezone: Entry = {
      name: 'timezone',
      enter: async (page, box) => {
        await findNothing(page, 'timezone')
        await box.click()
        await box.fill('europe lisbon')
        await box.press('Enter')
      },
      shown: (page) => check(field(page, 'timezone')).toContainText(/Europe\/Lisbon \(UTC\+0\d:00\)/),
      stored: 'Europe/Lisbon',
    }
    await roundTrip(`/p/collection/${id}`, 'collections', 'Schedule', [
      {
        name: 'is_public',
        enter: (_, box) => box.click(),
        shown: (_, box) => check(box).toBeChecked(),
        stored: true,
      },
      weekdays,
      timezone,
    ])
  })
})
