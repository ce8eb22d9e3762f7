import type { Page } from 'playwright/test'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { create, list, read, send, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { choose, input, save, saveBar } from './form.ts'
import { faintTexts, nameless } from './inspect.ts'

const name = word().slice(0, 20)
let typeId: number
let fieldId: number

beforeAll(async () => {
  typeId = (await create('adm_mediatypes', { name, label: 'Boat', label_plural: 'Boats' }))._id
  fieldId = (await create('adm_fields', { mediatype: name, name: 'size', label: 'Size', type: 'Text' }))._id
  for (const size of ['7', 'seven', 'eight']) await create(name, { size })
})

afterAll(() => send('DELETE', `/adm_mediatypes/${typeId}`, { query: 'confirmLoss=true' }))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Data would be lost' })
const sizes = async () => (await list(name, { sort: 'id' })).map(({ size }) => size)

/** Makes the text a number, by the form, and presses Save. */
async function changeType(): Promise<Page> {
  const page = await open(`/p/adm_field/${fieldId}`)
  allow(page, 409)
  await input(page, 'label').fill('Length')
  await choose(page, input(page, 'type'), 'Integer')
  await page.getByRole('button', { name: 'Save' }).click()
  await check(dialog(page)).toBeVisible()
  return page
}

describe('a change of metadata that would lose data', () => {
  it('[M1.d] is asked about first, with what would be lost, and does nothing by itself', async () => {
    const page = await changeType()
    await check(dialog(page).getByRole('listitem')).toHaveText([/size.*2 rows/i])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await check(page.locator(`html[data-theme="${colorScheme}"]`)).toBeVisible()
      await check.poll(() => faintTexts(page)).toEqual([])
      check(await nameless(page)).toEqual([])
    }
    await check(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await check(dialog(page)).toBeHidden()
    await check(saveBar(page)).toHaveAttribute('data-dirty', 'true')
    await check(saveBar(page)).toContainText('Not saved')
    await check(input(page, 'label')).toHaveValue('Length')
    check(await sizes()).toEqual(['7', 'seven', 'eight'])
    check(await read('adm_fields', fieldId)).toMatchObject({ type: 'Text', label: 'Size' })
  })

  it('[M1.d] is called off by Esc, and made once the loss was confirmed', async () => {
    const page = await changeType()
    await page.keyboard.press('Escape')
    await check(dialog(page)).toBeHidden()
    check(await sizes()).toEqual(['7', 'seven', 'eight'])
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByRole('button', { name: 'Save and lose this data' }).click()
    await check(saveBar(page)).toHaveAttribute('data-status', 'saved')
    check(await sizes()).toEqual([7, null, null])
    check(await read('adm_fields', fieldId)).toMatchObject({ type: 'Integer', label: 'Length' })
    await input(page, 'label').fill('Size again')
    await save(page)
  })
})

describe('restoring metadata at the cost of data', () => {
  it('[M1.d] [X25] asks once more, with what would be lost, and restores once that was confirmed', async () => {
    const plain = (await create('adm_fields', { mediatype: name, name: 'draught', label: 'Draught', type: 'Integer' }))
      ._id
    await update('adm_fields', plain, { type: 'Text' })
    const { _id: boat } = await create(name, { draught: 'deep' })
    const page = await open(`/p/adm_field/${plain}`)
    allow(page, 409)
    await saveBar(page).getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    const restore = async (): Promise<void> => {
      await history.getByRole('listbox', { name: 'Versions' }).getByRole('option').nth(1).click()
      await history.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByRole('dialog', { name: 'Restore version' }).getByRole('button', { name: 'Restore' }).click()
      await check(dialog(page).getByRole('listitem')).toHaveText([/draught.*1 row/i])
    }
    await restore()
    await page.keyboard.press('Enter')
    await check(dialog(page)).toBeHidden()
    await check(history.getByRole('alert')).toHaveCount(0)
    check(await read(name, boat)).toMatchObject({ draught: 'deep' })
    await restore()
    await dialog(page).getByRole('button', { name: 'Restore and lose this data' }).click()
    await check(history.getByRole('listbox', { name: 'Versions' }).getByRole('option')).toHaveCount(3)
    check(await read(name, boat)).toMatchObject({ draught: null })
    check(await read('adm_fields', plain)).toMatchObject({ type: 'Integer' })
  })
})
