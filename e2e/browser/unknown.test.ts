import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import type { ComponentSchema, FieldSchema, FormSchema, PageResponse } from '../../shared/page.ts'
import { newMovie, read } from '../http/client.ts'
import { newPage } from '../http/page-client.ts'
import { check, open } from './browser.ts'
import { field, input, save } from './form.ts'
import { looksSound } from './looks-sound.ts'

/** Answers of the page server, changed as a newer or extended server would have them. */
async function openChanged(path: string, change: (page: PageResponse) => PageResponse): Promise<Page> {
  const page = await open('/p/people')
  await page.route('**/api/v2/display/film/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change((await answer.json()) as PageResponse) })
  })
  await page.goto(path)
  return page
}

function withComponents(page: PageResponse, components: readonly ComponentSchema[]): PageResponse {
  return { ...page, schema: { ...page.schema, components } }
}

function withField(page: PageResponse, name: string, members: Partial<FieldSchema>): PageResponse {
  const [form] = page.schema.components as readonly ComponentSchema<FormSchema>[]
  if (form === undefined) throw new Error('the page has no form')
  const fields = form.schema.fields.map((one) => (one.name === name ? { ...one, ...members } : one))
  return withComponents(page, [{ ...form, schema: { ...form.schema, fields } }])
}

describe('what a shell does not know', () => {
  it('[CT:type] a component of an unknown type shows a notice in its place, and the others work on', async () => {
    const film = await newMovie({ title: 'Known' })
    const page = await openChanged(`/p/film/${film._id}`, (answer) => {
      const strange = { key: 'strange', type: 'hologram', title: 'Strange', schema: {} }
      return withComponents(answer, [strange, ...answer.schema.components])
    })
    await check(page.getByRole('alert')).toContainText('“hologram”')
    await check(page.getByRole('region', { name: 'Strange' })).toContainText('hologram')
    await input(page, 'title').fill('Known still')
    await save(page)
    check(await read('movies', film._id)).toMatchObject({ title: 'Known still' })
  })

  it('a built-in type that is not there yet is told calmly, in its place', async () => {
    const key = await newPage('movies', [
      { key: 'epg', type: 'epg', title: 'Programme' },
      { key: 'form', type: 'form', title: 'Film' },
    ])
    const page = await open(`/p/${key}/${(await newMovie())._id}`)
    const notice = page.getByRole('region', { name: 'Programme' }).getByRole('note')
    await check(notice).toContainText('not available in this version')
    await check(notice).toContainText('“epg”')
    await looksSound(page, 'not-built')
  })

  it('a field of an unknown widget is text', async () => {
    const film = await newMovie({ synopsis: 'A story.' })
    const page = await openChanged(`/p/film/${film._id}`, (answer) =>
      withField(answer, 'synopsis', { type: 'Hologram', widget: 'hologram' }),
    )
    await check(input(page, 'synopsis')).toHaveValue('A story.')
    await input(page, 'synopsis').fill('Another story.')
    await save(page)
    check(await read('movies', film._id)).toMatchObject({ synopsis: 'Another story.' })
  })

  it('a value that is no text is shown by an unknown widget, not spoilt by it', async () => {
    const film = await newMovie({ year: 1977 })
    const page = await openChanged(`/p/film/${film._id}`, (answer) =>
      withField(answer, 'year', { type: 'Hologram', widget: 'hologram' }),
    )
    await check(input(page, 'year')).toHaveValue('1977')
    await check(input(page, 'year')).toBeDisabled()
    await check(field(page, 'year')).toContainText('Year')
  })

  it('[OUT:SuccessDataNull] a form whose values are missing says so', async () => {
    const film = await newMovie()
    const page = await openChanged(`/p/film/${film._id}`, (answer) => ({ ...answer, data: { components: [] } }))
    await check(page.getByRole('alert')).toContainText('no values')
  })
})
