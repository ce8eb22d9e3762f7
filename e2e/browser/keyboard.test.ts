import { beforeAll, describe, it } from 'vitest'
import { check, open } from './browser.ts'
import { input } from './form.ts'
import { rows, shelf } from './list-view.ts'

let place: string
beforeAll(async () => {
  place = await shelf(4)
})

describe('the keyboard', () => {
  it('moves through a list by arrows or j and k, and opens a row by Enter', async () => {
    const page = await open(place)
    await check(rows(page)).toHaveCount(4)
    await page.keyboard.press('ArrowDown')
    await check(rows(page).nth(0)).toBeFocused()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await check(rows(page).nth(2)).toBeFocused()
    await page.keyboard.press('k')
    await check(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await check(rows(page).nth(0)).toBeFocused()
    await page.keyboard.press('Enter')
    await check(page).toHaveURL(/\/p\/film\/\d+/)
    await check(input(page, 'title')).toHaveValue('Film 04')
  })

  it('selects rows by x, a range with shift', async () => {
    const page = await open(place)
    await check(rows(page)).toHaveCount(4)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await check(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select Film 02' }).click({ modifiers: ['Shift'] })
    await check(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await check(page.getByText('selected')).toBeHidden()
  })

  it('opens a new record by n, but not while the user types', async () => {
    const page = await open('/p/people')
    await check(rows(page)).toHaveCount(20)
    await page.keyboard.press('/')
    await page.keyboard.type('n')
    await check(page).toHaveURL(/\/p\/people/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await check(page).toHaveURL(/\/p\/person\/new/)
  })

  it('shows its shortcuts by ?, which Escape closes', async () => {
    const page = await open('/p/people')
    await check(rows(page)).toHaveCount(20)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await check(sheet).toContainText('Next row')
    await check(sheet).toContainText('Move the row up')
    await page.keyboard.press('n')
    await check(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await check(sheet).toBeHidden()
  })
})
