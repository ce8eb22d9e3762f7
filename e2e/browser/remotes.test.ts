import type { Locator, Page } from 'playwright/test'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import type { Entity } from '../../shared/envelope.ts'
import { request } from '../harness/service.ts'
import { create, find, newMovie, read, update, word } from '../http/client.ts'
import { allow, check, open } from './browser.ts'
import { input, saveBar } from './form.ts'
import { looksSound } from './looks-sound.ts'
import { type BundleKind, type BundleServer, startBundleServer } from './remotes-server.ts'

let server: BundleServer
let pageKey: string
let closed: string

beforeAll(async () => {
  server = await startBundleServer()
  const gone = await startBundleServer()
  closed = gone.entry('example')
  await gone.stop()
  pageKey = word()
  await create('adm_pages', { page_key: pageKey, mediatype: 'movies', title: 'Film' })
  await component('form', 'form', 'Film', 1, { tabs: [{ title: 'Main', fields: ['title', 'year'] }], rest: false })
  await component('office', 'boxOffice', 'Box office', 2)
  await component('synopsis', 'synopsisEditor', 'Synopsis', 3)
  await component('status', 'statusBoard', 'Status', 4)
})
afterAll(() => server.stop())

const added: Entity[] = []
afterEach(async () => {
  for (const { _href } of added.splice(0)) await request(String(_href), { method: 'DELETE' })
})

const component = (key: string, type: string, title: string, order: number, configuration: object = {}) =>
  create('adm_page_components', {
    ...{ page_key: pageKey, component_key: key, type, title, sort_order: order, configuration },
  })

/** Puts bundles in use, in this order; the first is called `first`, the others `second` and `third`. */
async function use(...bundles: readonly (BundleKind | { readonly entry: string; readonly integrity?: string })[]) {
  for (const [index, bundle] of bundles.entries()) {
    const given = typeof bundle === 'string' ? { entry: server.entry(bundle) } : bundle
    const name = ['first', 'second', 'third'][index]
    added.push(await create('adm_remotes', { name, sort_order: index, ...given }))
  }
}

const part = (page: Page, key: string): Locator => page.locator(`[data-component="${key}"]`)
const film = (id: number | string): string => `/p/${pageKey}/${id}`

/** The page's form and the components of two further bundles, `other` and `example`, whatever became of the first. */
async function othersWork(page: Page, movie: Entity): Promise<void> {
  await check(part(page, 'synopsis')).toHaveText(/the other editor$/)
  await part(page, 'status').getByRole('radio', { name: 'Published' }).check()
  await part(page, 'status').getByRole('button', { name: 'Save status' }).click()
  await check(part(page, 'status').getByRole('status')).toHaveText('Saved.')
  check(await read('movies', movie._id)).toMatchObject({ status: 'published' })
  await check(input(page, 'title')).toBeEditable()
}

describe('a component from a bundle of another origin', () => {
  it('[RB1] [RB3] [R5] is shown under the production policy, and reads with the session', async () => {
    await use('example')
    const director = await create('people', { name: word() })
    const title = word()
    const gross = { us_gross: '25000000', worldwide_gross: '100000000', _links: { director: director._id } }
    const movie = await newMovie(gross)
    await newMovie({ title, year: 1999, ...gross })
    const page = await open(film(movie._id))
    await check(part(page, 'office')).toContainText('$25,000,000 (25 %)')
    await check(part(page, 'office').getByRole('link', { name: title })).toBeVisible()
    await looksSound(page, 'remotes-page')
  })

  it('[R5] [A5] [A7] saves by itself, and takes part in the question of leaving', async () => {
    await use('example')
    const movie = await newMovie({ synopsis: 'A story.' })
    const page = await open(film(movie._id))
    const text = part(page, 'synopsis').getByLabel('Synopsis')
    await check(text).toHaveValue('A story.')
    await text.fill('Another story.')
    await page.getByRole('link', { name: 'Films' }).first().click()
    const question = page.getByRole('dialog')
    await check(question).toBeVisible()
    await page.keyboard.press('Escape')
    await check(question).toBeHidden()
    await part(page, 'synopsis').getByRole('button', { name: 'Save synopsis' }).click()
    await check(part(page, 'synopsis').getByRole('button', { name: 'Save synopsis' })).toBeDisabled()
    check(await read('movies', movie._id)).toMatchObject({ synopsis: 'Another story.' })
    await page.getByRole('link', { name: 'Films' }).first().click()
    await check(page.getByRole('heading', { name: 'Films' })).toBeVisible()
  })

  it('[R5] [D3.c] saves on top of what somebody changed elsewhere in the record, and asks where it is the same', async () => {
    await use('example')
    const movie = await newMovie({ synopsis: 'A story.' })
    const page = await open(film(movie._id))
    allow(page, 412)
    const own = part(page, 'synopsis')
    await own.getByLabel('Synopsis').fill('My story.')
    await update('movies', movie._id, { year: 1984 })
    await own.getByRole('button', { name: 'Save synopsis' }).click()
    await check(own.getByRole('button', { name: 'Save synopsis' })).toBeDisabled()
    check(await read('movies', movie._id)).toMatchObject({ synopsis: 'My story.', year: 1984 })
    await own.getByLabel('Synopsis').fill('My second story.')
    await update('movies', movie._id, { synopsis: 'Their story.' })
    await own.getByRole('button', { name: 'Save synopsis' }).click()
    await check(own.getByRole('alert')).toContainText('Their story.')
    await own.getByRole('button', { name: 'Keep mine' }).click()
    await own.getByRole('button', { name: 'Save synopsis' }).click()
    await check(own.getByRole('button', { name: 'Save synopsis' })).toBeDisabled()
    check(await read('movies', movie._id)).toMatchObject({ synopsis: 'My second story.' })
  })

  it('[R5] [PP:isBulkEdit] [PP:pageIds] changes in several records what was touched, and nothing else', async () => {
    await use('example')
    const one = await newMovie({ status: 'draft', running_time: 90 })
    const two = await newMovie({ status: 'review', running_time: 120 })
    const page = await open(film(`${one._id},${two._id}`))
    const board = part(page, 'status')
    await check(board).toContainText('The films differ.')
    await check(board).toContainText('changed in all 2 films')
    await check(part(page, 'synopsis')).toContainText('Open one film')
    await board.getByRole('radio', { name: 'Published' }).check()
    await looksSound(page, 'remotes-bulk')
    await board.getByRole('button', { name: 'Save in 2 films' }).click()
    await check(board.getByRole('status')).toHaveText('Saved in 2 films.')
    check(await read('movies', one._id)).toMatchObject({ status: 'published', running_time: 90 })
    check(await read('movies', two._id)).toMatchObject({ status: 'published', running_time: 120 })
  })

  it('[RB2] comes from the first bundle that has its type', async () => {
    await use('other', 'example')
    const page = await open(film((await newMovie())._id))
    await check(part(page, 'synopsis')).toHaveText(/the other editor$/)
    await check(part(page, 'office')).toContainText('No grosses are known')
  })

  it('[R5] may be named by a manifest', async () => {
    await use({ entry: server.manifest })
    const page = await open(film((await newMovie())._id))
    await check(part(page, 'office')).toContainText('No grosses are known')
  })

  it('[R5] is not let in by a page that is older than it, which says so', async () => {
    const movie = await newMovie()
    const page = await open('/p/films')
    await check(page.getByRole('heading', { name: 'Films' })).toBeVisible()
    await use('example')
    allow(page, 'policy')
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, film(movie._id))
    await check(part(page, 'office').getByRole('alert')).toContainText(`This page does not let ${server.url} in.`)
    await page.reload()
    await check(part(page, 'office')).toContainText('No grosses are known')
  })

  it('[R5] is run where its entry is what its hash says, and not where it is something else', async () => {
    const movie = await newMovie()
    const { integrity } = server
    await use({ entry: server.entry('example'), integrity })
    await check(part(await open(film(movie._id)), 'office')).toContainText('No grosses are known')
    const [bundle] = added
    await update('adm_remotes', bundle?._id ?? 0, { integrity: `sha384-${'A'.repeat(64)}` })
    const page = await open(film(movie._id), {})
    allow(page, 'integrity')
    await check(part(page, 'office').getByRole('alert')).toContainText('is not the one that its hash names')
  })
})

describe('with the first of three bundles', () => {
  const cases: readonly (readonly [what: string, kind: BundleKind | 'closed', told: string | RegExp])[] = [
    ['down', 'closed', 'could not be loaded from'],
    ['not there', 'gone', 'could not be loaded from'],
    ['hanging', 'hanging', 'It took longer than 5 seconds.'],
    ['throwing at load', 'throwing', 'no licence for this host'],
    ['malformed', 'malformed', 'Its script cannot be read'],
    ['a page of HTML', 'html', /could not be loaded from|cannot be read/],
    ['no container', 'noContainer', /.+/],
    ['throwing when asked for its entry', 'getting', 'nothing exposed'],
    ['without components', 'shapeless', 'exports no “components”'],
    ['with a list of components', 'listed', 'is no object'],
  ]

  it.each(cases)('[R5.b] %s, the page and the other two work', async (_what, kind, told) => {
    await use(kind === 'closed' ? { entry: closed } : kind, 'other', 'example')
    const movie = await newMovie()
    await create('adm_page_components', {
      ...{ page_key: pageKey, component_key: word(), type: 'hologram', title: 'Hologram', sort_order: 9 },
    }).then((one) => added.push(one))
    const page = await open(film(movie._id))
    allow(page, 'unreachable', 404)
    // the form is there before any bundle can be
    await check(input(page, 'title')).toHaveValue(String(movie.title))
    await check(part(page, 'office')).toContainText('No grosses are known')
    const notice = page.getByRole('region', { name: 'Hologram' }).getByRole('alert')
    await check(notice).toContainText('The bundle “first” could not be loaded')
    await check(notice).toContainText(told)
    await othersWork(page, movie)
  })

  it('[R5.b] throwing when it renders, its place names it and the others work', async () => {
    await use('rendering', 'other', 'example')
    const movie = await newMovie()
    const page = await open(film(movie._id))
    const notice = part(page, 'office').getByRole('alert')
    await check(notice).toContainText('A component of the bundle “first” failed')
    await check(notice).toContainText('it cannot add up')
    await othersWork(page, movie)
    // what it had unsaved went with it
    await page.getByRole('link', { name: 'Films' }).first().click()
    await check(page.getByRole('heading', { name: 'Films' })).toBeVisible()
  })

  it('[R5.b] [RB3] having no component under the type, its place says so', async () => {
    await use('noComponent', 'other', 'example')
    const movie = await newMovie()
    const page = await open(film(movie._id))
    await check(part(page, 'office').getByRole('alert')).toContainText('The bundle “first” has no component of type')
    await othersWork(page, movie)
  })

  it('[R5.b] back again, it is loaded when somebody asks for it', async () => {
    await use('mended')
    const movie = await newMovie()
    const page = await open(film(movie._id))
    allow(page, 404)
    const notice = part(page, 'office').getByRole('alert')
    await check(notice).toContainText('could not be loaded from')
    await looksSound(page, 'remotes-down')
    server.mend()
    await notice.getByRole('button', { name: 'Try again' }).click()
    await check(part(page, 'office')).toContainText('No grosses are known')
    await check(part(page, 'status').getByRole('radio', { name: 'Draft' })).toBeVisible()
  })
})

it('a page of built-in components asks for no bundle', async () => {
  await use('example')
  const before = server.asked().length
  const movie = await newMovie()
  const page = await open(`/p/film/${movie._id}`)
  await check(saveBar(page)).toBeAttached()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  check(loaded.filter((name) => /federation|remotes/.test(name))).toEqual([])
  check(server.asked().length).toBe(before)
})

describe('the page of bundles', () => {
  it('[R5] shows each one’s state, version and types, and which are not used', async () => {
    await use('other', 'example', 'throwing')
    const page = await open('/')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Component bundles' }).click()
    const bundle = (name: string) => page.getByRole('region', { name, exact: true })
    await check(bundle('first')).toContainText('Loaded after')
    await check(bundle('first')).toContainText('9.1')
    await check(bundle('second')).toContainText('1.0.0')
    await check(bundle('second')).toContainText('synopsisEditor (not used: “first” has it first)')
    await check(bundle('second')).toContainText('boxOffice')
    await check(bundle('third')).toContainText('Failed after')
    await check(bundle('third')).toContainText('no licence for this host')
    await looksSound(page, 'remotes-state')
    await bundle('third').getByRole('button', { name: 'Try again' }).click()
    await check(bundle('third')).toContainText('Failed after')
  })

  it('[R5] says that there are none', async () => {
    const page = await open('/bundles')
    await check(page.getByRole('heading', { name: 'No bundles are in use' })).toBeVisible()
    await looksSound(page)
    await page.getByRole('link', { name: 'Change the list' }).click()
    await check(page.getByRole('heading', { name: 'Component bundles' })).toBeVisible()
  })
})

it('[R5.a] bundles are added, ordered and taken out of use on ordinary pages', async () => {
  const page = await open('/p/adm_remotes')
  await page
    .getByRole('button', { name: 'New' })
    .or(page.getByRole('link', { name: 'New' }))
    .first()
    .click()
  const name = word().slice(0, 20)
  await input(page, 'name').fill(name)
  await input(page, 'entry').fill(server.entry('example'))
  await looksSound(page, 'remotes-form')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await check(saveBar(page)).toHaveAttribute('data-dirty', 'false')
  added.push(await find('adm_remotes', { name }))
  const movie = await newMovie()
  const shown = await open(film(movie._id))
  await check(part(shown, 'office')).toContainText('No grosses are known')
})
