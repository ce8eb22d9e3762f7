import { describe, it } from 'vitest'
import { create, find, newMovie, read, update, word } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { cellsOf, refuse, refuseOnSave, roundTrip, typed } from './field-entry.ts'
import { errorAt, field, input, openTab, save } from './form.ts'

const newCollection = async (values: object = {}): Promise<number> =>
  (await create('collections', { name: word(), ...values }))._id

describe('numbers', () => {
  it('[FT:Integer] [FT:Decimal] [FT:Money] [FT:Slider] [FT:Range] are shown in a list and in a form', async () => {
    const film = await find('movies', { slug: 'avatar-2009' })
    const columns = ['title', 'year', 'imdb_rating', 'worldwide_gross', 'rotten_tomatoes']
    const { page, cell } = await cellsOf('movies', columns, `id_$eq_${film._id}`)
    await check(cell('year')).toHaveText('2009')
    await check(cell('imdb_rating')).toHaveText('8.3')
    await check(cell('worldwide_gross')).toHaveText('US$2,767,891,499')
    await check(cell('rotten_tomatoes')).toHaveText('83')
    await page.goto(`/p/film/${film._id}`)
    await check(input(page, 'year')).toHaveValue('2009')
    await openTab(page, 'Money')
    await check(input(page, 'worldwide_gross')).toHaveValue('2,767,891,499')
    await check(field(page, 'worldwide_gross')).toContainText('USD')
    await openTab(page, 'Reception')
    await check(input(page, 'imdb_rating')).toHaveValue('8.3')
    const slider = page.getByRole('slider', { name: 'Rotten Tomatoes' })
    await check(slider).toHaveAttribute('aria-valuenow', '83')
    await check(field(page, 'rotten_tomatoes').locator('.ant-slider-mark')).toContainText('Fresh')
    const ages = await find('collections', 'name=From console to screen')
    const shelf = await cellsOf('collections', ['name', 'age', 'price'], `id_$eq_${ages._id}`)
    await check(shelf.cell('age')).toHaveText('12 – 35')
    await check(shelf.cell('price')).toHaveText('US$1.99')
  })

  it('[FT:Integer] is typed or stepped', async () => {
    const film = await newMovie()
    const page = await roundTrip(`/p/film/${film._id}`, 'movies', 'Main', [
      { ...typed('year', '1957', 1957), refused: ['nineteen', 'This is not a number'] },
      {
        ...typed('running_time', '96', 96),
        refused: ['95.5', 'Only whole numbers'],
        enter: async (_, box) => {
          await box.fill('95')
          await box.press('ArrowUp')
        },
      },
    ])
    await refuseOnSave(page, 'year', '1700', 'At least 1888')
  })

  it('[FT:Decimal] [FT:Slider] of a reception', async () => {
    const film = await newMovie()
    const page = await roundTrip(`/p/film/${film._id}`, 'movies', 'Reception', [
      { ...typed('imdb_rating', '7.3', 7.3), refused: ['7.25', 'At most 1 digit after the point'] },
      {
        name: 'rotten_tomatoes',
        refused: ['most', 'This is not a number'],
        enter: async (page) => {
          const handle = page.getByRole('slider', { name: 'Rotten Tomatoes' })
          await handle.press('End')
          await check(handle).toHaveAttribute('aria-valuetext', '100')
          await handle.press('ArrowLeft')
        },
        shown: (_, box) => check(box).toHaveValue('99'),
        stored: 99,
      },
    ])
    await field(page, 'rotten_tomatoes').locator('.ant-slider-mark-text', { hasText: 'Fresh' }).click()
    const slider = page.getByRole('slider', { name: 'Rotten Tomatoes' })
    await check(slider).toHaveAttribute('aria-valuetext', '60, Fresh')
    await refuseOnSave(page, 'rotten_tomatoes', '101', 'At most 100')
  })

  it('[FT:Money] [FT:Range] of an access', async () => {
    const id = await newCollection()
    const page = await roundTrip(`/p/collection/${id}`, 'collections', 'Access', [
      {
        ...typed('price', '1,234,567,890.5', '1234567890.50', '1,234,567,890.50'),
        refused: ['1.234', 'At most 2 digits after the point'],
      },
      {
        name: 'age',
        refused: ['six', 'This is not a number'],
        enter: async (page, box) => {
          await box.fill('6')
          await page.getByLabel('Age to').fill('5')
          await check(errorAt(page, 'age')).toContainText('The range ends before it begins')
          await page.getByLabel('Age to').fill('12')
        },
        shown: async (page, box) => {
          await check(box).toHaveValue('6')
          await check(page.getByLabel('Age to')).toHaveValue('12')
        },
        stored: { from: 6, to: 12 },
      },
    ])
    await refuseOnSave(page, 'age', '-1', 'At least 0')
  })

  it('[FT:Money] [FT:Range] of more digits than a number carries are kept to the last', async () => {
    const [price, age] = ['12345678901234567.89', { from: '6.12345678901234567', to: 12 }]
    const id = await newCollection({ price, age })
    const page = await open(`/p/collection/${id}`)
    await openTab(page, 'Access')
    await check(input(page, 'price')).toHaveValue('12,345,678,901,234,567.89')
    await check(input(page, 'age')).toHaveValue('6.12345678901234567')
    await input(page, 'price').fill('12,345,678,901,234,567.88')
    await page.getByLabel('Age to').fill('12.98765432109876543')
    await save(page)
    await page.reload()
    await openTab(page, 'Access')
    await check(input(page, 'age')).toHaveValue('6.12345678901234567')
    await check(page.getByLabel('Age to')).toHaveValue('12.98765432109876543')
    check((await read('collections', id)).price).toBe('12345678901234567.88')
  })

  it('[FT:Decimal] [FT:Money.2] of any length is kept, and the most digits are the same here and there', async () => {
    const name = word().slice(0, 20)
    const type = await create('adm_mediatypes', { name, label: 'Load', label_plural: 'Loads' })
    await create('adm_fields', { mediatype: name, name: 'mass', label: 'Mass', type: 'Decimal' })
    const props = { currency: 'EUR', precision: 2, maxDigits: 6 }
    await create('adm_fields', { mediatype: name, name: 'cost', label: 'Cost', type: 'Money', props })
    const form = await newPage(name, [{ key: 'form', type: 'form' }])
    const { _id: id } = await create(name, { mass: '12345678901234567.89' })
    const page = await open(`/p/${form}/${id}`)
    await check(input(page, 'mass')).toHaveValue('12345678901234567.89')
    await input(page, 'mass').press('ArrowUp')
    await refuse(page, 'cost', '12345.6', 'At most 6 digits')
    await input(page, 'cost').fill('1234.5')
    await save(page)
    await page.reload()
    await check(input(page, 'mass')).toHaveValue('12345678901234568.89')
    await check(input(page, 'cost')).toHaveValue('1,234.50')
    await check(update(name, id, { cost: '12345.6' })).rejects.toThrow(/at most 6 digits/)
    check(type.name).toBe(name)
  })

  it('[FT:Money.3] [X51] are not misread where the comma is the decimal mark', async () => {
    const id = await newCollection({ price: '12345678901234567.89' })
    const page = await open(`/p/collection/${id}`, { locale: 'de-DE' })
    await openTab(page, 'Access')
    const price = input(page, 'price')
    await check(price).toHaveValue('12 345 678 901 234 567.89'.replaceAll(' ', '\u202f'))
    await refuse(page, 'price', '1.234,56', 'Write the decimal mark as a point: 1234.56')
    await refuse(page, 'price', '1,5', 'Write the decimal mark as a point: 1.5')
    await refuse(page, 'price', '1,234', 'This can be read both ways: write 1.234 or 1234')
    await price.fill('1 234.5')
    await save(page)
    check((await read('collections', id)).price).toBe('1234.50')
    await check(price).toHaveValue('1\u202f234.50')
    const { cell } = await cellsOf('collections', ['name', 'price'], `id_$eq_${id}`)
    await check(cell('price')).toHaveText('US$1,234.50')
  })
})
