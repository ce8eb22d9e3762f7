import { beforeAll, describe, expect, it } from 'vitest'
import type { RelatedChoiceData, RelatedChoiceSchema } from '../../shared/page-parts.ts'
import { request } from '../harness/service.ts'
import { create, find, links, list, newMovie, post, read, update, word } from './client.ts'
import { dataOf, display, newPage, savePage, schemaOf } from './page-client.ts'

let filmPage: string
let personPage: string
let genrePage: string
beforeAll(async () => {
  filmPage = await newPage('movies', [
    { key: 'director', type: 'relatedAutoComplete', configuration: { relation: 'director', columns: ['born'] } },
    { key: 'genres', type: 'relatedAutoComplete', configuration: { relation: 'genres' } },
    { key: 'note', type: 'relatedAutoComplete', configuration: { relation: 'import_notes[movie]' } },
  ])
  personPage = await newPage('people', [
    {
      key: 'films',
      type: 'relatedAutoComplete',
      title: 'Directed',
      configuration: { relation: 'movies[director]', columns: ['year', 'genres'] },
    },
  ])
  genrePage = await newPage('genres', [
    { key: 'films', type: 'relatedAutoComplete', configuration: { relation: 'movies[genre]' } },
  ])
})

const newGenre = async (name = word()) => (await create('genres', { name }))._id
const genresOf = async (film: number) =>
  [...(links(await read('movies', film))['genres[movie]'] as number[])].sort((a, b) => a - b)

describe('a choice of related records', () => {
  it('[CT:relatedAutoComplete] shows a record with its label and the columns that are configured', async () => {
    const film = await find('movies', { title: 'Jaws', year: 1975 })
    const answer = await display(filmPage, film._id)
    expect(schemaOf<RelatedChoiceSchema>(answer, 'director')).toMatchObject({
      mediaType: 'people',
      canWrite: true,
      field: { name: 'director', multiple: false, relatedLabelField: 'name', linkKey: 'director' },
      columns: [{ name: 'born', type: 'Date' }],
    })
    const { born } = await read('people', links(film).director as number)
    expect(dataOf(answer, 'director')).toEqual({
      records: [{ id: links(film).director, label: 'Steven Spielberg', values: { born }, labels: {} }],
      ...{ count: 1, page: 0, pageCount: 1 },
    })
  })

  it('[CT:relatedAutoComplete] follows relations that only the other side has a field for', async () => {
    const person = await find('people', { name: 'Steven Spielberg' })
    const answer = await display(personPage, person._id)
    expect(schemaOf<RelatedChoiceSchema>(answer, 'films').field).toMatchObject({ label: 'Directed', multiple: true })
    const data = dataOf<RelatedChoiceData>(answer, 'films')
    expect(data).toMatchObject({ count: 23, page: 0, pageCount: 1 })
    const films = await list('movies', { 'director[name]': 'Steven Spielberg', sort: 'title', pageSize: 50 })
    expect(data.records.map(({ id }) => id)).toEqual(films.map(({ _id }) => _id))
    expect(data.records[0]?.values).toMatchObject({ year: films[0]?.year })
    expect(data.records[0]?.labels.genres?.length).toBeGreaterThan(0)
  })

  it('[CT:relatedAutoComplete] sets and clears the one record of a relation', async () => {
    const [film, person] = [await newMovie(), await create('people', { name: word() })]
    const set = await savePage(filmPage, film._id, { director: { value: person._id } })
    expect(set.status).toBe(200)
    expect(dataOf<RelatedChoiceData>(set, 'director').records[0]).toMatchObject({ id: person._id, label: person.name })
    await savePage(filmPage, film._id, { director: { value: null } })
    expect(links(await read('movies', film._id)).director).toBeNull()
    const note = await create('import_notes', { summary: 'Moves', _links: { movie: film._id } })
    const other = await newMovie()
    expect((await savePage(filmPage, other._id, { note: { value: note._id } })).status).toBe(200)
    expect(links(await read('import_notes', note._id)).movie).toBe(other._id)
  })

  it('[CT:relatedAutoComplete] adds and removes, and leaves what it does not name', async () => {
    const genres = await Promise.all([newGenre(), newGenre(), newGenre(), newGenre()])
    const [first = 0, second = 0, third = 0, theirs = 0] = genres
    const film = await newMovie({ _links: { 'genres[movie]': [first, second] } })
    await update('movies', film._id, { _links: { 'genres[movie]': { operation: 'Add', values: [theirs] } } })
    const saved = await savePage(filmPage, film._id, { genres: { add: [third], remove: [first] } })
    expect(saved.status).toBe(200)
    expect(await genresOf(film._id)).toEqual([second, third, theirs].sort((a, b) => a - b))
    await savePage(filmPage, film._id, { genres: { remove: [third] } })
    expect(await genresOf(film._id)).toEqual([second, theirs].sort((a, b) => a - b))
  })

  it('[CT:relatedAutoComplete] is refused where somebody else has saved the record meanwhile', async () => {
    const film = await newMovie()
    await update('movies', film._id, { synopsis: 'Theirs' })
    const late = await savePage(filmPage, film._id, { genres: { add: [await newGenre()] } }, { etag: film._etag })
    expect([late.status, late.errors[0]?.source?.pointer]).toEqual([412, '/etag'])
  })

  it('[CT:relatedAutoComplete] sets or adds for each of several records', async () => {
    const [own, added, removed] = await Promise.all([newGenre(), newGenre(), newGenre()])
    const person = await create('people', { name: word() })
    const one = await newMovie({ _links: { 'genres[movie]': [own, removed] } })
    const other = await newMovie({ _links: { 'genres[movie]': [removed] } })
    const items = `${one._id},${other._id}`
    const pageRecords = [one, other].map(({ _id, _etag }) => ({ id: _id, etag: _etag }))
    const nothing = { records: [], count: 0, page: 0, pageCount: 0 }
    expect(dataOf(await display(filmPage, items), 'genres')).toEqual({ ...nothing, pageRecords })
    const edits = { director: { value: person._id }, genres: { add: [added], remove: [removed] } }
    expect((await savePage(filmPage, items, edits, { isBulkEdit: true })).status).toBe(200)
    expect(await genresOf(one._id)).toEqual([own, added].sort((a, b) => a - b))
    expect(await genresOf(other._id)).toEqual([added])
    for (const film of [one, other]) expect(links(await read('movies', film._id)).director).toBe(person._id)
  })

  it('[R6] [CT:relatedAutoComplete] overwrites nothing that somebody else saved meanwhile, of several records or the last', async () => {
    const mine = await create('people', { name: word() })
    const theirs = await create('people', { name: word() })
    const films = [await newMovie(), await newMovie()] as const
    const records = films.map(({ _id, _etag }) => ({ id: _id, etag: _etag }))
    const [one, other] = [films[0]._id, films[1]._id]
    await update('movies', other, { _links: { director: theirs._id } })
    for (const ids of [[one, other], [other]]) {
      const shown = records.filter(({ id }) => ids.includes(id))
      const edits = { director: { value: mine._id, records: shown } }
      const late = await savePage(filmPage, ids.join(','), edits, { isBulkEdit: true })
      const pointer = `/components/0/data/records/${ids.length - 1}/etag`
      expect([late.status, late.errors[0]?.source?.pointer]).toEqual([412, pointer])
    }
    expect(links(await read('movies', other)).director).toBe(theirs._id)
    const last = { director: { value: mine._id, records: records.slice(0, 1) } }
    expect((await savePage(filmPage, `${one}`, last, { isBulkEdit: true })).status).toBe(200)
    expect(links(await read('movies', one)).director).toBe(mine._id)
  })

  it('[CT:relatedAutoComplete] shows many in blocks, and changes exactly what it is told', async () => {
    const name = word()
    const genre = await newGenre(name)
    const movies = Array.from({ length: 120 }, (_, index) => ({
      title: `${name} ${String(index).padStart(3, '0')}`,
      slug: `${name}-${index}`,
      _links: { 'genres[movie]': [genre] },
    }))
    expect((await post('/movies', { movies })).status).toBe(201)
    const data = dataOf<RelatedChoiceData>(await display(genrePage, genre), 'films')
    expect([data.count, data.pageCount, data.records.length]).toEqual([120, 3, 50])
    const more = await request(`/api/v2/components/${genrePage}/${genre}/films?page=2`, {
      headers: { accept: 'application/json' },
    })
    const last = ((await more.json()) as { readonly data: { readonly data: RelatedChoiceData } }).data.data
    expect(last.records.map(({ label }) => label)).toEqual(movies.slice(100).map(({ title }) => title))
    const [gone] = last.records
    const film = await newMovie()
    const saved = await savePage(genrePage, genre, { films: { add: [film._id], remove: [gone?.id] } })
    expect(dataOf<RelatedChoiceData>(saved, 'films').count).toBe(120)
    expect(await genresOf(film._id)).toEqual([genre])
    expect(await genresOf(gone?.id ?? 0)).toEqual([])
  })

  it('[CT:relatedAutoComplete] tells what is wrong at its place', async () => {
    const film = await newMovie()
    const pointers = async (key: string, edits: unknown) => {
      const { status, errors } = await savePage(filmPage, film._id, { [key]: edits })
      return [status, ...errors.map(({ source }) => source?.pointer)]
    }
    const at = (path: string) => `/components/0/data${path}`
    expect(await pointers('director', { value: 'x', add: [] })).toEqual([422, at('/add'), at('/value')])
    expect(await pointers('director', { value: 2_000_000_000 })).toEqual([422, at('/value')])
    expect(await pointers('genres', { add: 7, remove: [1, -1], value: 1 })).toEqual([
      422,
      at('/value'),
      at('/add'),
      at('/remove/1'),
    ])
    const genre = await newGenre()
    expect(await pointers('genres', { add: [genre], remove: [genre] })).toEqual([422, at('/remove/0')])
    expect(await pointers('genres', { add: [genre, 2_000_000_000] })).toEqual([422, at('/add')])
    expect(await genresOf(film._id)).toEqual([])
  })
})
