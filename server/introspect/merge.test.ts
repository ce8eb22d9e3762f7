import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaTypeDocument, MetadataDocument, PageDocument } from '../catalog/document.ts'
import { documentOf } from '../cli/schema/document-of.ts'
import { readMetadata } from '../cli/schema/metadata.ts'
import type { Database } from '../db/database.ts'
import { type Applied, applyIntrospection } from './test-introspected.ts'
import { openForeignDatabase } from './test-open.ts'

let database: Database
beforeAll(async () => {
  database = await openForeignDatabase()
  await applyIntrospection(database)
})
afterAll(() => database.close())

const run = (text: string) => sql.raw(text).execute(database.kysely)
const stored = async (): Promise<MetadataDocument> => documentOf(await database.transaction(readMetadata))
const typeIn = (document: MetadataDocument, name: string) =>
  document.mediaTypes.find((type) => type.name === name) as MediaTypeDocument
const pageIn = (document: MetadataDocument, key: string) =>
  document.pages.find((page) => page.key === key) as PageDocument
const changesOf = ({ plan }: Applied) => plan.changes.map(({ action, group, name }) => `${action} ${group} ${name}`)
const notesOn = ({ notes }: Applied, subject: string) =>
  notes.filter((note) => note.subject === subject).map(({ text }) => text)

describe('[M3] introspection once more', () => {
  it('changes nothing while nothing changed', async () => {
    const before = await stored()
    expect((await applyIntrospection(database)).plan.changes).toEqual([])
    expect(await stored()).toEqual(before)
  })

  it('keeps what people edited: labels, help, types, roles, order and pages', async () => {
    await run(
      `update adm_mediatypes set label = 'Movie', label_plural = 'Movies', name_field = 'code' where name = 'film'`,
    )
    await run(`update adm_fields set label = 'Called', help = 'As on the poster', sort_order = 99, required = true
      where mediatype = 'film' and name = 'description'`)
    await run(`update adm_fields set type = 'Url' where mediatype = 'film' and name = 'code'`)
    await run(`update adm_fields set enum_values = '[{"value": "draft", "label": "Being written"}]', props = '{"step": 1}'
      where mediatype = 'film' and name = 'status'`)
    await run(`update adm_pages set title = 'All films', menu_group = 'Mine' where page_key = 'film'`)
    await run(`update adm_page_components set configuration = '{"columns": ["title"], "editPageKey": "film_edit"}'
      where page_key = 'film'`)
    const again = await applyIntrospection(database)
    expect(changesOf(again)).toEqual(['change fields film.status'])
    const document = await stored()
    const film = typeIn(document, 'film')
    expect([film.label, film.labelPlural, film.nameField]).toEqual(['Movie', 'Movies', 'code'])
    const field = (name: string) => film.fields.find((candidate) => candidate.name === name)
    expect(field('description')).toMatchObject({ label: 'Called', help: 'As on the poster', required: true })
    expect(film.fields.at(-1)?.name).toBe('description')
    expect(notesOn(again, 'public.film.description')).toEqual([
      'stays required in the metadata, though the table takes none',
    ])
    expect(field('code')).toMatchObject({ type: 'Url', props: { maxLength: 8 } })
    expect(field('status')).toMatchObject({ type: 'Enum', props: { step: 1 } })
    expect(field('status')?.enumValues?.[0]).toEqual({ value: 'draft', label: 'Being written' })
    expect(field('status')?.enumValues).toHaveLength(3)
    expect(pageIn(document, 'film')).toMatchObject({ title: 'All films', menuGroup: 'Mine' })
    expect(pageIn(document, 'film').components[0]?.configuration).toMatchObject({ columns: ['title'] })
    expect((await applyIntrospection(database)).plan.changes).toEqual([])
  })

  it('adds new tables, columns and choices', async () => {
    await run('alter table public.film add column subtitle varchar(40) not null default $$$$')
    await run(`alter type public.film_rating add value 'R'`)
    await run('create table public.studio (id serial primary key, name text not null)')
    await run('alter table public.film add column studio_id integer references public.studio')
    const again = await applyIntrospection(database)
    expect(changesOf(again)).toEqual(
      expect.arrayContaining([
        'add media types studio',
        'add fields film.subtitle',
        'add fields film.studio_id',
        'add pages studio',
        'add pages studio_edit',
        'change fields film.rating',
      ]),
    )
    const film = typeIn(await stored(), 'film')
    expect(film.fields.slice(-2).map(({ name }) => name)).toEqual(['subtitle', 'studio_id'])
    expect(film.fields.find(({ name }) => name === 'rating')?.enumValues?.at(-1)?.value).toBe('R')
    expect(film.relations).toContainEqual({ kind: 'many-to-one', related: 'studio', column: 'studio_id' })
    expect(film.label).toBe('Movie')
  })

  it('takes out what is gone, from pages as well, and says so', async () => {
    await run(`update adm_page_components set configuration =
      '{"columns": ["title", "subtitle", "studio_id"], "defaultSort": "-subtitle,title", "editPageKey": "film_edit",
        "links": {"studio_id": "studio_edit", "country": "country_edit"}}' where page_key = 'film'`)
    await run('alter table public.film drop column subtitle, drop column studio_id')
    await run('drop table public.studio')
    await run('drop table public.film_actor cascade')
    const again = await applyIntrospection(database)
    expect(notesOn(again, 'public.film.subtitle')).toEqual([
      'the field subtitle goes: there is no such column any more',
    ])
    expect(notesOn(again, 'public.studio')).toEqual([
      'the media type studio goes: there is no such table to map any more',
    ])
    const document = await stored()
    expect(typeIn(document, 'studio')).toBeUndefined()
    expect(document.pages.some(({ key }) => key.startsWith('studio'))).toBe(false)
    const film = typeIn(document, 'film')
    expect(film.fields.some(({ name }) => ['subtitle', 'studio_id', 'actors'].includes(name))).toBe(false)
    expect(film.relations?.some(({ related }) => related === 'actor')).toBe(false)
    expect(pageIn(document, 'film').components[0]?.configuration).toEqual({
      columns: ['title'],
      defaultSort: 'title',
      editPageKey: 'film_edit',
      links: { country: 'country_edit' },
    })
    // the view over the joining table went with it
    expect(typeIn(document, 'film_totals')).toBeUndefined()
  })

  it('follows a column to another type, and tells', async () => {
    await run('alter table public.select alter column "user" type integer using null')
    const again = await applyIntrospection(database)
    expect(notesOn(again, 'public.select.user')).toEqual(['the field user becomes Integer: its column changed'])
    expect(typeIn(await stored(), 'select').fields.find(({ name }) => name === 'user')?.type).toBe('Integer')
  })

  it('follows foreign keys that come and go', async () => {
    await run('create table public.label (id serial primary key, name text not null)')
    await run(
      'create table public.disc (id serial primary key, label integer, sold integer check (sold >= 0), code varchar(9))',
    )
    await applyIntrospection(database)
    const field = async (name: string) =>
      typeIn(await stored(), 'disc').fields.find((candidate) => candidate.name === name)
    expect(await field('label')).toMatchObject({ type: 'Integer', props: { max: 2147483647 } })
    await run('alter table public.disc add constraint by_label foreign key (label) references public.label')
    await run('alter table public.disc alter column code type integer using null')
    expect(notesOn(await applyIntrospection(database), 'public.disc.label')).toEqual([
      'the field label becomes Related: its column changed',
    ])
    expect(await field('label')).toEqual({ name: 'label', label: 'Label', type: 'Related' })
    expect(await field('code')).toMatchObject({ type: 'Integer', props: { min: -2147483648, max: 2147483647 } })
    await run('alter table public.disc drop constraint by_label')
    expect(notesOn(await applyIntrospection(database), 'public.disc.label')).toEqual([
      'the field label stays a relation, though no foreign key says so any more',
    ])
    expect(await field('label')).toEqual({ name: 'label', label: 'Label', type: 'Related' })
    await run('drop table public.label')
    expect(notesOn(await applyIntrospection(database), 'public.disc.label')).toEqual([
      'the field label becomes Integer: its column changed',
    ])
    expect(await field('label')).toMatchObject({ type: 'Integer', props: { max: 2147483647 } })
    expect((await applyIntrospection(database)).plan.changes).toEqual([])
  })

  it('lets a view stay that cannot be read just now', async () => {
    await run('create table public.divisor (id serial primary key, by integer)')
    await run('create view public.quotient as select id, 1 / by as quotient from public.divisor')
    await run('insert into public.divisor (by) values (1)')
    await applyIntrospection(database)
    await run('insert into public.divisor (by) values (0)')
    const again = await applyIntrospection(database)
    expect(again.plan.changes).toEqual([])
    expect(notesOn(again, 'public.quotient')).toEqual([
      'the media type quotient stays as it is, though its table cannot be read now',
      expect.stringMatching(/^reading it fails: division by zero/),
    ])
    expect(typeIn(await stored(), 'quotient')).toBeDefined()
    await run('drop view public.quotient')
    await applyIntrospection(database)
    expect(typeIn(await stored(), 'quotient')).toBeUndefined()
  })

  it('leaves alone what it is not asked about', async () => {
    const before = await stored()
    const again = await applyIntrospection(database, ['shop'], ['shop.users'])
    expect(again.plan.changes).toEqual([])
    expect(await stored()).toEqual(before)
  })
})
