import { describe, it } from 'vitest'
import { create, find, word } from '../http/client.ts'
import { check } from './browser.ts'
import { cellsOf, refuseOnSave, roundTrip, typed } from './field-entry.ts'
import { field, input } from './form.ts'

describe('pictures and files', () => {
  it('[FT:File] is shown in a list and in a form, with the way to it', async () => {
    const { _id: id, attachment } = await find('collections', 'name=Highest grossing')
    const { page, cell } = await cellsOf('collections', ['name', 'attachment'], `id_$eq_${id}`)
    await check(cell('attachment').getByRole('link', { name: 'press-kit.pdf' })).toHaveAttribute(
      'href',
      String(attachment),
    )
    await page.goto(`/p/collection/${id}`)
    await check(input(page, 'attachment')).toHaveValue(String(attachment))
    await check(field(page, 'attachment').getByRole('link', { name: 'Open the file' })).toBeVisible()
  })

  it('[FT:Image] [FT:Image.2] [FT:File] are entered by their addresses, and a picture leads to no record', async () => {
    const { _id: id } = await create('collections', { name: word() })
    const page = await roundTrip(`/p/collection/${id}`, 'collections', 'Main', [
      typed('cover', '/favicon.svg'),
      typed('attachment', '/favicon.svg?kit=1'),
    ])
    await check(field(page, 'cover').getByRole('img', { name: 'Cover' })).toBeVisible()
    await refuseOnSave(page, 'cover', 'script:nothing', 'Expected a file name or web address')
    await refuseOnSave(page, 'attachment', 'script:nothing', 'Expected a file name or web address')
    const list = await cellsOf('collections', ['name', 'cover'], `id_$eq_${id}`, { cover: 'collection' })
    await check(list.cell('cover').getByRole('img', { name: 'Cover' })).toBeVisible()
    await check(list.cell('cover').getByRole('link')).toHaveCount(0)
  })
})
