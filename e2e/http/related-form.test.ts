import { beforeAll, describe, expect, it } from 'vitest'
import type { RelatedFormData, RelatedFormSchema } from '../../shared/page-parts.ts'
import { create, find, links, newMovie, read, update, word } from './client.ts'
import { dataOf, display, newPage, savePage, schemaOf, shownIn } from './page-client.ts'

let page: string
beforeAll(async () => {
  page = await newPage('movies', [
    { key: 'form', type: 'form' },
    {
      key: 'note',
      type: 'relatedForm',
      title: 'Import note',
      configuration: { relation: 'import_notes[movie]', fields: ['summary', 'needs_review'], remove: true },
    },
    { key: 'director', type: 'relatedForm', configuration: { relation: 'director', remove: true } },
    { key: 'distributor', type: 'relatedForm', configuration: { relation: 'distributor', create: false } },
  ])
})

const dataIn = async (item: number | string, key: string) => dataOf<RelatedFormData>(await display(page, item), key)
const noteOf = (movie: number) => find('import_notes', { movie })

describe('a form of a related record', () => {
  it('[CT:relatedForm] shows the fields of the record that names the page’s', async () => {
    const film = await newMovie()
    const note = await create('import_notes', { summary: 'As it came', _links: { movie: film._id } })
    const answer = await display(page, film._id)
    const schema = schemaOf<RelatedFormSchema>(answer, 'note')
    expect(schema).toMatchObject({ mediaType: 'import_notes', canWrite: true, canCreate: false, removal: 'delete' })
    expect(schema.fields.map(({ name }) => name)).toEqual(['summary', 'needs_review'])
    expect(schema.tabs).toEqual([{ key: 'fields', title: 'Import note', fields: ['summary', 'needs_review'] }])
    expect(dataOf(answer, 'note')).toEqual({
      values: { summary: 'As it came', needs_review: true },
      labels: {},
      etag: (await read('import_notes', note._id))._etag,
      id: note._id,
    })
  })

  it('[CT:relatedForm] is for one record: several items have none', async () => {
    const [one, other] = [await newMovie(), await newMovie()]
    expect(shownIn(await display(page, one._id))).toEqual(['form', 'note', 'director', 'distributor'])
    expect(shownIn(await display(page, `${one._id},${other._id}`))).toEqual(['form'])
  })

  it('[CT:relatedForm] begins a new record with its defaults where there is none', async () => {
    const film = await newMovie()
    const answer = await display(page, film._id)
    expect(schemaOf(answer, 'note')).toMatchObject({ canCreate: true, canWrite: false })
    expect(dataOf(answer, 'note')).toEqual({
      values: { summary: null, needs_review: true },
      labels: {},
      etag: null,
      id: null,
    })
  })

  it('[CT:relatedForm] changes its record with its own tag, in one save with the page’s', async () => {
    const film = await newMovie()
    await create('import_notes', { summary: 'Before', _links: { movie: film._id } })
    const { id, etag } = await dataIn(film._id, 'note')
    const saved = await savePage(page, film._id, {
      form: { values: { synopsis: 'New' } },
      note: { id, etag, values: { summary: 'After' } },
    })
    expect(saved.status).toBe(200)
    expect(dataOf<RelatedFormData>(saved, 'note').values.summary).toBe('After')
    expect(await noteOf(film._id)).toMatchObject({ summary: 'After' })
    expect(await read('movies', film._id)).toMatchObject({ synopsis: 'New' })
    const late = await savePage(page, film._id, {
      form: { values: { synopsis: 'Newer' } },
      note: { id, etag, values: { summary: 'Late' } },
    })
    expect([late.status, late.errors[0]?.code, late.errors[0]?.source?.pointer]).toEqual([
      412,
      'ETAG_MISMATCH',
      '/components/1/data/etag',
    ])
    expect(await read('movies', film._id)).toMatchObject({ synopsis: 'New' })
  })

  it('[CT:relatedForm] makes the record that names the page’s, and only where something is filled in', async () => {
    const film = await newMovie()
    await savePage(page, film._id, { note: { id: null, etag: null, values: {} } })
    expect((await dataIn(film._id, 'note')).id).toBeNull()
    const saved = await savePage(page, film._id, { note: { id: null, etag: null, values: { summary: 'Made' } } })
    expect(saved.status).toBe(200)
    const note = await noteOf(film._id)
    expect(links(note).movie).toBe(film._id)
    expect(dataOf<RelatedFormData>(saved, 'note')).toMatchObject({ id: note._id, values: { summary: 'Made' } })
  })

  it('[CT:relatedForm] makes the record that the page’s names, before it is named', async () => {
    const film = await newMovie()
    const name = word()
    const saved = await savePage(page, film._id, { director: { id: null, etag: null, values: { name } } })
    expect(saved.status).toBe(200)
    const director = links(await read('movies', film._id)).director as number
    expect(await read('people', director)).toMatchObject({ name })
  })

  it('[CT:relatedForm] makes both with a new record of the page', async () => {
    const [title, name] = [word(), word()]
    const saved = await savePage(page, 'new', {
      director: { id: null, etag: null, values: { name } },
      note: { id: null, etag: null, values: { summary: title } },
      form: { values: { title, slug: title } },
    })
    expect(saved.status).toBe(200)
    const film = await find('movies', { slug: title })
    expect(await read('people', links(film).director as number)).toMatchObject({ name })
    expect(await noteOf(film._id)).toMatchObject({ summary: title })
    expect(dataOf<RelatedFormData>(saved, 'director').values.name).toBe(name)
  })

  it('[CT:relatedForm] takes its record away: unlinked where it stands for itself, else deleted', async () => {
    const director = await create('people', { name: word() })
    const film = await newMovie({ _links: { director: director._id } })
    const note = await create('import_notes', { summary: 'Gone soon', _links: { movie: film._id } })
    const answer = await display(page, film._id)
    expect(schemaOf(answer, 'director')).toMatchObject({ removal: 'unlink' })
    const edits = (key: string) => {
      const { id, etag } = dataOf<RelatedFormData>(answer, key)
      return { id, etag, values: {}, remove: true }
    }
    const saved = await savePage(page, film._id, { director: edits('director'), note: edits('note') })
    expect(saved.status).toBe(200)
    expect(links(await read('movies', film._id)).director).toBeNull()
    expect(await read('people', director._id)).toMatchObject({ _id: director._id })
    expect(dataOf<RelatedFormData>(saved, 'note').id).toBeNull()
    expect((await display('import_note', note._id)).status).toBe(404)
  })

  it('[CT:relatedForm] tells what is wrong at its place', async () => {
    const film = await newMovie()
    const pointers = async (edits: unknown) => {
      const { status, errors } = await savePage(page, film._id, { note: edits })
      return [status, ...errors.map(({ source }) => source?.pointer)]
    }
    const at = (path: string) => `/components/0/data${path}`
    const none = { id: null, etag: null }
    expect(await pointers({ ...none, values: { summary: 'x'.repeat(301) } })).toEqual([422, at('/values/summary')])
    expect(await pointers({ ...none, values: { needs_review: false } })).toEqual([422, at('/values/summary')])
    expect(await pointers({ ...none, values: { nothing: 1, movie: 2 } })).toEqual([
      400,
      at('/values/nothing'),
      at('/values/movie'),
    ])
    expect(await pointers({ ...none, values: 7 })).toEqual([422, at('/values')])
    expect(await pointers({ id: '7', etag: 1, more: 1, remove: 1 })).toEqual([
      422,
      at('/more'),
      at('/id'),
      at('/etag'),
      at('/remove'),
    ])
    expect(await pointers({ ...none, remove: true })).toEqual([422, at('/remove')])
  })

  it('[CT:relatedForm] makes none and takes none away where its page says so', async () => {
    const distributor = await create('distributors', { name: word() })
    const [film, bare] = [await newMovie({ _links: { distributor: distributor._id } }), await newMovie()]
    const none = { id: null, etag: null, values: { name: word() } }
    expect(schemaOf(await display(page, bare._id), 'distributor')).toMatchObject({ canCreate: false })
    expect((await savePage(page, bare._id, { distributor: none })).errors[0]?.source?.pointer).toBe(
      '/components/0/data',
    )
    expect(shownIn(await display(page, 'new'))).toEqual(['form', 'note', 'director'])
    expect(schemaOf(await display(page, film._id), 'distributor')).not.toHaveProperty('removal')
    const gone = { id: distributor._id, etag: distributor._etag, values: {}, remove: true }
    const refused = await savePage(page, film._id, { distributor: gone })
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/components/0/data/remove'])
    expect(links(await read('movies', film._id)).distributor).toBe(distributor._id)
  })

  it('[CT:relatedForm] never overwrites a record that somebody related meanwhile', async () => {
    const film = await newMovie()
    const note = await create('import_notes', { summary: 'Theirs', _links: { movie: film._id } })
    const made = await savePage(page, film._id, { note: { id: null, etag: null, values: { summary: 'Mine' } } })
    expect([made.status, made.errors[0]?.code]).toEqual([412, 'ETAG_MISMATCH'])
    const other = await newMovie()
    await update('import_notes', note._id, { _links: { movie: other._id } })
    const changed = await savePage(page, film._id, {
      note: { id: note._id, etag: note._etag, values: { summary: 'Mine' } },
    })
    expect([changed.status, changed.errors[0]?.code]).toEqual([412, 'ETAG_MISMATCH'])
    expect(await read('import_notes', note._id)).toMatchObject({ summary: 'Theirs' })
  })
})
