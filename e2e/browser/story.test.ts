import { describe, it } from 'vitest'
import { ADMIN } from '../harness/credentials.ts'
import { create, newMovie, read, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { choose, field, input, openTab, save } from './form.ts'

describe('an editor’s errand', () => {
  it('[A3] [CT:list] [CT:form] [FG18] signs in, finds a director’s films, corrects one and comes back', async () => {
    const name = `Ada ${word()}`
    const director = (await create('people', { name }))._id
    const titles = ['First Light', 'Second Sight', 'Third Rail']
    const films = await Promise.all(titles.map((title) => newMovie({ title, _links: { director } })))

    const page = await open('/', { anonymous: true })
    allow(page, 401)
    await page.getByLabel('User name').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await check(page.getByRole('heading', { name: 'Start' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Films', exact: true }).click()
    await check(page.locator('tbody tr')).toHaveCount(20)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const condition = page.getByRole('form', { name: 'Filter condition' })
    await choose(page, condition.getByLabel('Field'), 'Director')
    await choose(page, condition.getByLabel('Value'), name)
    await condition.getByRole('button', { name: 'Apply' }).click()

    const rows = page.locator('tbody tr')
    await check(rows).toHaveCount(3)
    await check(rows.locator('[data-field="director"]')).toHaveText([name, name, name])
    await check(page.locator('.mq-chip')).toContainText(`Director is any of ${name}`)
    const filtered = page.url()

    await page.getByRole('link', { name: 'Second Sight' }).click()
    await check(input(page, 'title')).toHaveValue('Second Sight')
    await input(page, 'title').fill('Second Sight, Restored')
    await openTab(page, 'Classification')
    await choose(page, input(page, 'rating'), 'PG-13')
    await openTab(page, 'Reception')
    await input(page, 'imdb_rating').fill('8.7')
    await save(page)
    await check(page.getByRole('heading', { level: 1 })).toContainText('Second Sight, Restored')

    await page.reload()
    await check(input(page, 'title')).toHaveValue('Second Sight, Restored')
    await openTab(page, 'Classification')
    await check(field(page, 'rating')).toContainText('PG-13')
    await openTab(page, 'Reception')
    await check(input(page, 'imdb_rating')).toHaveValue('8.7')
    const stored = await read('movies', films[1]?._id ?? 0)
    check(stored).toMatchObject({ title: 'Second Sight, Restored', imdb_rating: 8.7 })

    await page.goBack()
    await check(page).toHaveURL(filtered)
    await check(rows).toHaveCount(3)
    await check(page.getByRole('link', { name: 'Second Sight, Restored' })).toBeVisible()
  })
})
