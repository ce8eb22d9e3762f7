import { rmSync } from 'node:fs'
import { describe, it, onTestFinished } from 'vitest'
import { type Child, freePort, whenReady } from '../harness/child.ts'
import { CREDENTIALS } from '../harness/credentials.ts'
import { dataFolder } from '../harness/data-folder.ts'
import { launch } from '../harness/servers.ts'
import { newMovie } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, save, saveBar } from './form.ts'
import { rows } from './list-view.ts'

describe('what is not there', () => {
  for (const [what, path] of [
    ['an unknown page', '/p/nothing'],
    ['an unknown record', '/p/film/2000000000'],
    ['a record of an id that is none', '/p/film/first'],
  ] as const) {
    it(`[ERR:NOT_FOUND] ${what} is told as not found, with a way out`, async () => {
      const page = await open(path)
      allow(page, 404)
      await check(page.getByRole('heading', { level: 1 })).toHaveText('Not found')
      await page.getByRole('link', { name: 'Go to the start page' }).click()
      await check(page).toHaveTitle(/^Start/)
      await page.getByRole('main').getByRole('link', { name: 'Films', exact: true }).click()
      await check(rows(page)).toHaveCount(20)
    })
  }

  it('an address of no page at all is told as not found, beside the menu', async () => {
    const page = await open('/somewhere/else')
    await check(page.getByRole('heading', { level: 1 })).toHaveText('Not found')
    await check(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Films' })).toBeVisible()
  })
})

describe('a server that fails', () => {
  it('[ERR:INTERNAL] is told with its request id, and the page can be tried again', async () => {
    const page = await open('/p/films')
    allow(page, 500)
    await check(rows(page)).toHaveCount(20)
    await page.route('**/api/v2/display/people*', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'request-of-the-test' },
        json: { errors: [{ status: '500', code: 'INTERNAL', title: 'Internal error', detail: 'It broke.' }] },
      }),
    )
    await page.getByRole('link', { name: 'People' }).click()
    await check(page.getByRole('alert')).toContainText('It broke.')
    await check(page.getByRole('alert')).toContainText('request-of-the-test')
    await page.unroute('**/api/v2/display/people*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await check(rows(page)).toHaveCount(20)
  })

  it('that answers no JSON does no harm to unsaved edits', async () => {
    const film = await newMovie()
    const page = await open(`/p/film/${film._id}`)
    allow(page, 502)
    await input(page, 'title').fill('Kept')
    const path = `**/api/v2/save/film/${film._id}`
    await page.route(path, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }))
    await page.getByRole('button', { name: 'Save' }).click()
    await check(page.getByRole('alert').filter({ hasText: 'Not saved' })).toContainText('502')
    await check(input(page, 'title')).toHaveValue('Kept')
    await page.unroute(path)
    await save(page)
  })
})

describe('a shell that is newer on the server', () => {
  it('offers to reload where a part of the old one is gone', async () => {
    const page = await open('/p/films')
    allow(page, 404)
    await check(rows(page)).toHaveCount(20)
    const part = '**/assets/filter-editor*'
    await page.route(part, (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await check(page.getByText('could not be loaded')).toBeVisible()
    await page.unroute(part)
    await page.getByRole('button', { name: 'Reload' }).click()
    await check(page.getByText('could not be loaded')).toBeHidden()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await check(page.getByRole('form', { name: 'Filter condition' })).toBeVisible()
  })
})

describe('a server that stops', () => {
  it('is told where something was wanted of it, keeps the edits, and is found again', async () => {
    const folder = await dataFolder()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = { ...CREDENTIALS, DATA_DIR: folder, DEMO: 'true' }
    const start = async (): Promise<Child> => {
      const child = launch('node', settings, port)
      await whenReady(child, async () => (await fetch(`${url}/health`)).ok)
      return child
    }
    let server = await start()
    onTestFinished(async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const [form, list] = [await open('/p/film/1', { url }), await open('/p/films', { url })]
    for (const page of [form, list]) allow(page, 'unreachable')
    // who is on which record is forgotten with a process that has its database to itself
    allow(form, 404)
    await check(rows(list)).toHaveCount(20)
    await input(form, 'title').fill('Edited while it was away')
    await server.stop()

    await list.getByRole('button', { name: 'Next page' }).click()
    await check(list.getByRole('alert')).toContainText('The server could not be reached')
    await list.getByRole('link', { name: 'People' }).click()
    await check(list.getByRole('alert')).toContainText('The server could not be reached')
    await list.getByRole('button', { name: 'Try again' }).click()
    await check(list.getByRole('alert')).toContainText('The server could not be reached')
    await form.getByRole('button', { name: 'Save' }).click()
    await check(saveBar(form)).toContainText('the server could not be reached')

    server = await start()
    await list.getByRole('button', { name: 'Try again' }).click()
    await check(rows(list)).toHaveCount(20)
    await save(form)
    await form.reload()
    await check(input(form, 'title')).toHaveValue('Edited while it was away')
  })
})
