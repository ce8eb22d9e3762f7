import type { Locator, Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { create, idOf, links, newMovie, read, word } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { choose, field, input, openTab, save } from './form.ts'

/** How a user enters a value, how it reads after a reload, and what is stored. */
interface Entry {
  readonly name: string
  readonly enter: (page: Page, box: Locator) => Promise<unknown>
  readonly shown: (page: Page, box: Locator) => Promise<void>
  readonly stored: unknown
  /** Where the API has it, when not under its own name. */
  readonly member?: string
}

const typed = (name: string, text: string, stored: unknown = text, shown = text): Entry => ({
  name,
  enter: (_, box) => box.fill(text),
  shown: (_, box) => check(box).toHaveValue(shown),
  stored,
})

const chosen = (name: string, option: string, stored: unknown): Entry => ({
  name,
  enter: (page, box) => choose(page, box, option),
  shown: (page) => check(field(page, name)).toContainText(option),
  stored,
})

/** A picker takes what is typed on Enter. */
const picked = (name: string, text: string, stored: unknown = text): Entry => ({
  name,
  enter: async (page, box) => {
    await box.fill(text)
    await page.keyboard.press('Enter')
  },
  shown: (_, box) => check(box).toHaveValue(text),
  stored,
})

/** Enters values on one tab, saves once, reloads, and compares what is shown and stored. */
async function roundTrip(place: string, type: string, tab: string, entries: readonly Entry[]): Promise<void> {
  const id = Number(place.split('/').at(-1))
  const page = await open(place)
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  await openTab(page, tab)
  for (const { name, enter } of entries) {
    await enter(page, input(page, name))
    await check(field(page, name)).toHaveAttribute('data-changed', 'true')
    await check(field(page, name)).toHaveAttribute('data-invalid', 'false')
  }
  check(writes).toEqual([])
  await save(page)
  await page.reload()
  await openTab(page, tab)
  for (const { name, shown } of entries) await shown(page, input(page, name))
  const record = await read(type, id)
  const values = { ...record, ...links(record) }
  check(values).toMatchObject(Object.fromEntries(entries.map(({ name, member = name, stored }) => [member, stored])))
}

async function newCollection(): Promise<number> {
  return (await create('collections', { name: word() }))._id
}

describe('values entered by hand are kept as they were entered', () => {
  it('[FT:Text] [FT:TextArea] [FT:Enum] [FT:Color] [FT:Image] [FT:File] of a collection', async () => {
    const id = await newCollection()
    const name = `Ä “quoted” & <b>bold</b> ${word()}`
    await roundTrip(`/p/collection/${id}`, 'collections', 'Main', [
      typed('name', name),
      typed('description', 'One line.\nAnother one, with ünïcödé and 🎬.'),
      chosen('status', 'In review', 'review'),
      typed('color', '#a1b2c3'),
      typed('cover', '/favicon.svg'),
      typed('attachment', '/favicon.svg?kit=1'),
    ])
  })

  it('[FT:Boolean] [FT:DateTime] [FT:Time] [FT:MultiEnum] [FT:Timezone] [FT:Cron] of its schedule', async () => {
    const id = await newCollection()
    await roundTrip(`/p/collection/${id}`, 'collections', 'Schedule', [
      {
        name: 'is_public',
        enter: (_, box) => box.click(),
        shown: (_, box) => check(box).toBeChecked(),
        stored: true,
      },
      // the browser is five and a half hours ahead of UTC
      picked('publish_at', '2030-05-17 08:30:00', '2030-05-17T03:00:00Z'),
      {
        name: 'weekdays',
        enter: async (page, box) => {
          await choose(page, box, 'Monday')
          await choose(page, box, 'Sunday')
          await page.keyboard.press('Escape')
        },
        shown: async (page) => {
          await check(field(page, 'weekdays')).toContainText('Monday')
          await check(field(page, 'weekdays')).toContainText('Sunday')
        },
        stored: ['mon', 'sun'],
      },
      picked('start_time', '20:15:30'),
      {
        name: 'timezone',
        enter: async (page, box) => {
          await box.click()
          await box.fill('europe lisbon')
          await page.keyboard.press('Enter')
        },
        shown: (page) => check(field(page, 'timezone')).toContainText('Europe/Lisbon'),
        stored: 'Europe/Lisbon',
      },
      typed('refresh', '30 6 * * 1-5'),
    ])
  })

  it('[FT:Money] [FT:Range] [FT:Url] [FT:Email] [FT:Secret] [FT:JSON] of its access', async () => {
    const id = await newCollection()
    const settings = '{\n  "rows": 4,\n  "wide": true\n}'
    await roundTrip(`/p/collection/${id}`, 'collections', 'Access', [
      typed('price', '1,234,567,890.5', '1234567890.50', '1,234,567,890.50'),
      {
        name: 'age',
        enter: async (page, box) => {
          await box.fill('6')
          await page.getByLabel('Age to').fill('12')
        },
        shown: async (page, box) => {
          await check(box).toHaveValue('6')
          await check(page.getByLabel('Age to')).toHaveValue('12')
        },
        stored: { from: 6, to: 12 },
      },
      typed('website', 'https://example.com/a?b=c#d'),
      typed('contact', 'desk@example.com'),
      {
        name: 'access_code',
        enter: (_, box) => box.fill('open sesame'),
        shown: async (_, box) => {
          await check(box).toHaveValue('')
          await check(box).toHaveAttribute('placeholder', /^Set/)
        },
        stored: '********',
      },
      typed('settings', settings, { rows: 4, wide: true }),
    ])
  })

  it('[REL:link-object] [D3.j] an ordered relation keeps the order it was given', async () => {
    const [id, first, second, third] = [await newCollection(), await newMovie(), await newMovie(), await newMovie()]
    const titles = [first, second, third].map((film) => String(film.title))
    const tabs = [
      { title: 'Main', fields: ['name'] },
      { title: 'Films', fields: ['movies'] },
    ]
    // the collection's own page has a list of them, with their notes
    const ownPage = await newPage('collections', [{ key: 'form', type: 'form', configuration: { tabs, rest: false } }])
    const page = await open(`/p/${ownPage}/${id}`)
    await openTab(page, 'Films')
    for (const title of titles) await choose(page, input(page, 'movies'), title)
    const order = page.getByRole('list', { name: 'Films, in order' }).locator('.mq-ordered-label')
    await check(order).toHaveText(titles)
    await page.getByRole('button', { name: `Move ${titles[2]} up` }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: titles[2] ?? '' })
      .press('Alt+ArrowUp')
    await page.getByRole('button', { name: `Remove ${titles[1]}` }).click()
    const kept = [titles[2] ?? '', titles[0] ?? '']
    await check(order).toHaveText(kept)
    await save(page)
    await page.reload()
    await openTab(page, 'Films')
    await check(order).toHaveText(kept)
    const stored = links(await read('collections', id))
    check(stored['movies[collection]']).toEqual([third._id, first._id])
  })

  it('[FT:Date] [FT:Integer] [FT:Related] of a film', async () => {
    const film = await newMovie()
    const name = `Director ${word()}`
    const director = (await create('people', { name }))._id
    await roundTrip(`/p/film/${film._id}`, 'movies', 'Main', [
      picked('release_date', '1957-03-01'),
      typed('year', '1957', 1957),
      typed('running_time', '96', 96),
      chosen('director', name, director),
    ])
  })

  it('[FT:DropRelated] [FT:Source] [REL:many-to-many] of its classification', async () => {
    const film = await newMovie()
    const genres = [await idOf('genres', 'name=Comedy'), await idOf('genres', 'name=Drama')]
    const source = 'Based on Comic/Graphic Novel'
    await roundTrip(`/p/film/${film._id}`, 'movies', 'Classification', [
      {
        name: 'genres',
        enter: async (page, box) => {
          await choose(page, box, 'Comedy')
          await choose(page, box, 'Drama')
          await page.keyboard.press('Escape')
        },
        shown: (page) => check(field(page, 'genres').locator('.mq-tag')).toHaveText(['Comedy', 'Drama']),
        stored: genres,
        member: 'genres[movie]',
      },
      chosen('creative_type', 'Science Fiction', await idOf('creative_types', 'name=Science Fiction')),
      {
        name: 'source',
        enter: async (page, box) => {
          await box.click()
          await box.fill(source)
          await page.locator('.ant-select-dropdown:visible').getByTitle(source, { exact: true }).click()
        },
        shown: (page) => check(field(page, 'source')).toContainText(source),
        stored: await idOf('sources', `name=${encodeURIComponent(source)}`),
      },
    ])
  })

  it('[FT:Decimal] [FT:Slider] of its reception', async () => {
    const film = await newMovie()
    await roundTrip(`/p/film/${film._id}`, 'movies', 'Reception', [
      typed('imdb_rating', '7.3', 7.3),
      {
        name: 'rotten_tomatoes',
        enter: async (page) => {
          const handle = page.getByRole('slider', { name: 'Rotten Tomatoes' })
          await handle.press('End')
          await handle.press('ArrowLeft')
        },
        shown: (_, box) => check(box).toHaveValue('99'),
        stored: 99,
      },
    ])
  })

  it('[FT:HTML] of its notes', async () => {
    const film = await newMovie()
    await roundTrip(`/p/film/${film._id}`, 'movies', 'Publication', [
      {
        name: 'notes',
        enter: async (page, box) => {
          await box.click()
          await page.keyboard.type('Seen ')
          await page.getByRole('button', { name: 'Bold' }).click()
          await page.keyboard.type('twice')
        },
        shown: async (page, box) => {
          await check(box).toHaveText('Seen twice')
          await check(page.locator('strong', { hasText: 'twice' })).toBeVisible()
        },
        stored: '<p>Seen <strong>twice</strong></p>',
      },
    ])
  })
})
