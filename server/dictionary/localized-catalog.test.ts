import { describe, expect, it } from 'vitest'
import { buildCatalog, type MetadataRows } from '../catalog/build.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { buildDictionary } from './dictionary.ts'
import { localizedCatalog } from './localized-catalog.ts'

const dictionary = buildDictionary(
  [
    { language: 'en', key: 'FILM', text: 'Film' },
    { language: 'en', key: 'FILMS', text: 'Films' },
    { language: 'de', key: 'FILMS', text: 'Filme' },
    { language: 'de', key: 'MAIN', text: 'Allgemein' },
    { language: 'de', key: 'OPEN', text: 'offen' },
  ],
  1,
  'en',
)

const texts = (pages: readonly object[], fields: readonly object[] = []): Catalog =>
  buildCatalog({
    revision: 1,
    mediaTypes: [{ name: 'movies', label: '{DICT:FILM}', label_plural: '{DICT:FILMS}', table_name: 'movies' }],
    fields,
    relateds: [],
    pages,
    components: [
      {
        page_key: 'films',
        component_key: 'form',
        type: 'form',
        title: 'All {DICT:FILMS}',
        configuration: { tabs: [{ title: '{DICT:MAIN}', fields: ['state'] }], columns: ['state'] },
      },
    ],
  } as unknown as MetadataRows)

const catalog = texts(
  [{ page_key: 'films', title: '{DICT:FILMS}', menu_group: '{DICT:MAIN}' }],
  [
    {
      id: 1,
      mediatype: 'movies',
      name: 'state',
      label: '{DICT:STATE}',
      type: 'Enum',
      help: 'Which {DICT:FILMS} are {DICT:OPEN}',
      enum_values: [{ value: '{DICT:OPEN}', label: '{DICT:OPEN}' }],
      props: { marks: { 1: '{DICT:OPEN}' } },
    },
  ],
)

describe('the catalog in a language', () => {
  const german = localizedCatalog(catalog, dictionary.texts('de'))

  it('[D9] has the dictionary’s texts wherever people read them', () => {
    const type = german.mediaTypes.get('movies')
    expect(type).toMatchObject({ label: 'Film', labelPlural: 'Filme' })
    expect(type?.fields.get('state')).toMatchObject({
      label: '{DICT:STATE}',
      help: 'Which Filme are offen',
      enumValues: [{ value: '{DICT:OPEN}', label: 'offen' }],
      props: { marks: { 1: 'offen' } },
    })
    expect(german.pages.get('films')).toMatchObject({
      title: 'Filme',
      menuGroup: 'Allgemein',
      components: [{ title: 'All Filme', configuration: { tabs: [{ title: 'Allgemein', fields: ['state'] }] } }],
    })
  })

  it('is made once for each state of the texts', () => {
    expect(localizedCatalog(catalog, dictionary.texts('de-CH'))).toBe(german)
    expect(localizedCatalog(catalog, dictionary.texts('en'))).not.toBe(german)
    expect(localizedCatalog(catalog, dictionary.texts('en')).pages.get('films')?.title).toBe('Films')
  })

  it('is the catalog itself where it holds no texts of the dictionary', () => {
    const bare = { ...catalog, mediaTypes: new Map(), pages: new Map() }
    expect(localizedCatalog(bare, dictionary.texts('de'))).toBe(bare)
  })
})
