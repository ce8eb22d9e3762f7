import { describe, it } from 'vitest'
import { create, find, idOf, links, newMovie, read, word } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { cellsOf, chosen, roundTrip } from './field-entry.ts'
import { choose, errorAt, field, input, openTab, save } from './form.ts'

describe('records that a record refers to', () => {
  it('[FT:Related] [FT:Related.2] [FT:DropRelated] [FT:Source] are shown with the way to their pages', async () => {
    const film = await find('movies', { slug: 'avatar-2009' })
    const { director, rating } = links(film) as Record<string, number>
    const columns = ['title', 'director', 'rating', 'source', 'genres']
    const ways = { director: 'person', rating: 'rating', source: 'source' }
    const { page, cell } = await cellsOf('movies', columns, `id_$eq_${film._id}`, ways)
    await check(cell('director').getByRole('link', { name: 'James Cameron' })).toHaveAttribute(
      'href',
      new RegExp(`^/p/person/${director}\\b`),
    )
    await check(cell('rating').getByRole('link', { name: 'PG-13' })).toHaveAttribute(
      'href',
      new RegExp(`/p/rating/${rating}`),
    )
    await check(cell('source')).toHaveText('Original Screenplay')
    await check(cell('source').getByRole('link')).toHaveCount(0)
    await page.goto(`/p/film/${film._id}`)
    await check(field(page, 'director').getByRole('link', { name: 'Open James Cameron' })).toHaveAttribute(
      'href',
      new RegExp(`^/p/person/${director}\\b`),
    )
    await openTab(page, 'Classification')
    await check(field(page, 'source')).toContainText('Original Screenplay')
    await field(page, 'rating').getByRole('link', { name: 'Open PG-13' }).click()
    await check(page).toHaveURL(new RegExp(`/p/rating/${rating}`))
  })

  it('[FT:Integer.2] a number leads to the record that another field names', async () => {
    const note = await find('import_notes', { filter: 'source_row_$gt_0', pageSize: 1 })
    const way = new RegExp(`^/p/film/${(links(note) as Record<string, number>).movie}\\b`)
    const { page, cell } = await cellsOf('import_notes', ['source_row', 'movie'], `id_$eq_${note._id}`)
    await check(cell('source_row').getByRole('link', { name: String(note.source_row) })).toHaveAttribute('href', way)
    await page.goto(`/p/import_note/${note._id}`)
    await openTab(page, 'Original')
    await check(input(page, 'source_row')).toHaveValue(String(note.source_row))
    await check(field(page, 'source_row').getByRole('link')).toHaveAttribute('href', way)
  })

  it('[FT:Related] is searched for', async () => {
    const film = await newMovie()
    const name = `Director ${word()}`
    const director = (await create('people', { name }))._id
    await roundTrip(`/p/film/${film._id}`, 'movies', 'Main', [
      {
        ...chosen('director', name, director),
        enter: async (page, box) => {
          await box.click()
          await box.fill(word())
          await check(page.locator('.ant-select-dropdown:visible')).toContainText('Nothing found')
          await box.fill(name.slice(0, 20))
          await page.locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true }).click()
        },
      },
    ])
  })

  it('[FT:Related] that is required is asked for', async () => {
    const [film, summary] = [await newMovie(), word()]
    const { _id: id } = await create('import_notes', { summary, _links: { movie: film._id } })
    const form = await newPage('import_notes', [{ key: 'form', type: 'form' }])
    const page = await open(`/p/${form}/new`)
    await input(page, 'summary').fill(summary)
    await page.getByRole('button', { name: 'Create' }).click()
    await check(errorAt(page, 'movie')).toContainText('Film is required')
    await check(input(page, 'movie')).toHaveAttribute('aria-invalid', 'true')
    check((await read('import_notes', id)).summary).toBe(summary)
  })

  it('[FT:DropRelated] [FT:Source] [FT:Source.3] [REL:many-to-many] are chosen from lists and trees', async () => {
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
          await box.fill('no such source')
          await check(page.locator('.ant-select-dropdown:visible')).toContainText('No sources')
          await box.fill(source)
          await page.locator('.ant-select-dropdown:visible').getByTitle(source, { exact: true }).click()
        },
        shown: (page) => check(field(page, 'source')).toContainText(source),
        stored: await idOf('sources', `name=${encodeURIComponent(source)}`),
      },
    ])
  })

  it('[FT:Source.2] can be cleared', async () => {
    const source = await idOf('sources', 'name=Remake')
    const film = await newMovie({ _links: { source } })
    const page = await open(`/p/film/${film._id}`)
    await openTab(page, 'Classification')
    await check(field(page, 'source')).toContainText('Remake')
    await field(page, 'source').hover()
    await field(page, 'source').locator('.ant-select-clear').click()
    await save(page)
    check(links(await read('movies', film._id)).source).toBeNull()
  })

  it('[REL:link-object] [D3.j] an ordered relation keeps the order it was given', async () => {
    const form = await newPage('collections', [{ key: 'form', type: 'form' }])
    const id = (await create('collections', { name: word() }))._id
    const [first, second, third] = [await newMovie(), await newMovie(), await newMovie()]
    const titles = [first, second, third].map((film) => String(film.title))
    const page = await open(`/p/${form}/${id}`)
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
    await check(order).toHaveText(kept)
    check(links(await read('collections', id))['movies[collection]']).toEqual([third._id, first._id])
  })
})
