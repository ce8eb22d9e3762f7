import { beforeAll, describe, expect, it } from 'vitest'
import type { RelatedChoiceSchema, RelatedFormSchema } from '../../shared/page-parts.ts'
import { create, find, links, newMovie, read, word } from './client.ts'
import { dataOf, display, newPage, savePage, schemaOf } from './page-client.ts'
import { type BrowserSession, signIn } from './session.ts'

let key: string
beforeAll(async () => {
  key = await newPage('movies', [
    { key: 'note', type: 'relatedForm', configuration: { relation: 'import_notes[movie]', remove: true } },
    { key: 'director', type: 'relatedForm', configuration: { relation: 'director', remove: true } },
    { key: 'choice', type: 'relatedAutoComplete', configuration: { relation: 'director', columns: ['born'] } },
    { key: 'text', type: 'message', configuration: { text: 'By {director} ({status})' } },
  ])
})

/** The session of somebody with these rights: `r` to read and `w` to write, by media type. */
async function someone(rights: Readonly<Record<string, 'r' | 'rw'>>): Promise<BrowserSession['send']> {
  const [username, password] = [word().slice(0, 20), word()]
  const { _id } = await create('users', { username, name: username, password })
  for (const [type, right] of Object.entries(rights)) {
    const may = { can_read: true, can_write: right === 'rw', can_delete: false }
    await create('permissions', { owner_type: '1', owner_id: _id, object_type: '2', key: type, ...may })
  }
  return (await signIn({ username, password })).send
}

async function newFilm() {
  const director = await create('people', { name: word() })
  const film = await newMovie({ _links: { director: director._id } })
  const note = await create('import_notes', { summary: 'Kept', _links: { movie: film._id } })
  return { director, film, note }
}

describe('rights on what a page’s record is related to', () => {
  it('[CT:relatedForm] [CT:relatedAutoComplete] [CT:message] nothing is told of what may not be read', async () => {
    const { film, note, director } = await newFilm()
    const send = await someone({ movies: 'rw' })
    const answer = await display(key, film._id, send)
    for (const part of ['note', 'director']) {
      expect(schemaOf<RelatedFormSchema>(answer, part)).toMatchObject({
        ...{ fields: [], tabs: [], canCreate: false, canWrite: false },
        unreadable: part === 'note' ? 'Import notes' : 'People',
      })
      expect(dataOf(answer, part)).toEqual({ values: {}, labels: {}, etag: null, id: null, withheld: true })
    }
    const choice = schemaOf<RelatedChoiceSchema>(answer, 'choice')
    expect([choice.canWrite, choice.columns, choice.field.unreadable]).toEqual([false, [], 'People'])
    expect(dataOf(answer, 'choice')).toMatchObject({ records: [], count: 0 })
    expect(dataOf<{ readonly html: string }>(answer, 'text').html).toBe('<p>By  (Draft)</p>')
    const edits = { id: note._id, etag: note._etag, values: { summary: 'Seen' } }
    expect((await savePage(key, film._id, { note: edits }, {}, send)).status).toBe(403)
    expect(JSON.stringify(answer.page)).not.toContain(String(director.name))
    expect(await read('import_notes', note._id)).toMatchObject({ summary: 'Kept' })
  })

  it('[CT:relatedForm] [CT:relatedAutoComplete] what may be read only is shown, and not changed', async () => {
    const { film, note, director } = await newFilm()
    const send = await someone({ movies: 'r', people: 'r', import_notes: 'r' })
    const answer = await display(key, film._id, send)
    expect(schemaOf<RelatedFormSchema>(answer, 'note')).toMatchObject({ canWrite: false, canCreate: false })
    expect(schemaOf(answer, 'note')).not.toHaveProperty('removal')
    expect(dataOf(answer, 'note')).toMatchObject({ id: note._id, values: { summary: 'Kept' } })
    expect(schemaOf(answer, 'choice')).toMatchObject({ canWrite: false })
    expect(dataOf(answer, 'choice')).toMatchObject({ records: [{ id: director._id, label: director.name }] })
    const refused = [
      { note: { id: note._id, etag: note._etag, values: { summary: 'Mine' } } },
      { note: { id: note._id, etag: note._etag, values: {}, remove: true } },
      { director: { id: director._id, etag: director._etag, values: {}, remove: true } },
      { choice: { value: null } },
    ]
    for (const edits of refused) expect((await savePage(key, film._id, edits, {}, send)).status).toBe(403)
    expect(links(await find('movies', { slug: String(film.slug) })).director).toBe(director._id)
    expect(await read('import_notes', note._id)).toMatchObject({ summary: 'Kept' })
  })

  it('[CT:relatedForm] a new one needs the right to the record that names it, and to its own media type', async () => {
    const film = await newMovie()
    const may = async (rights: Parameters<typeof someone>[0]) => {
      const answer = await display(key, film._id, await someone(rights))
      return ['note', 'director'].map((part) => schemaOf<RelatedFormSchema>(answer, part).canCreate)
    }
    expect(await may({ movies: 'r', people: 'rw', import_notes: 'rw' })).toEqual([true, false])
    expect(await may({ movies: 'rw', people: 'rw', import_notes: 'r' })).toEqual([false, true])
    expect(await may({ movies: 'rw', people: 'r', import_notes: 'rw' })).toEqual([true, false])
  })
})
