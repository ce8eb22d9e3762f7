import { definePages } from '../catalog/define.ts'
import type { PageDocument } from '../catalog/document.ts'
import type { Transaction } from '../db/database.ts'
import { type PagePair, pagesOf } from './page-builder.ts'
import { relatedFilms } from './related-films.ts'
import { vocabularyPages } from './vocabulary-pages.ts'

const CATALOGUE = 'Catalogue'

const films: PagePair = {
  mediaType: 'movies',
  list: {
    key: 'films',
    title: 'Films',
    icon: 'film',
    menu: { group: CATALOGUE, order: 10 },
    columns: ['title', 'release_date', 'director', 'genres', 'rating', 'worldwide_gross', 'imdb_rating', 'status'],
    hidden: [
      'year',
      'distributor',
      'creative_type',
      'source',
      'running_time',
      'us_gross',
      'us_dvd_sales',
      'production_budget',
      'imdb_votes',
      'rotten_tomatoes',
      'slug',
    ],
    defaultSort: '-release_date',
  },
  edit: {
    key: 'film',
    title: 'Film',
    tabs: [
      { title: 'Main', fields: ['title', 'status', 'release_date', 'year', 'running_time', 'director', 'synopsis'] },
      { title: 'Classification', fields: ['genres', 'creative_type', 'source', 'rating', 'distributor'] },
      { title: 'Money', fields: ['production_budget', 'us_gross', 'worldwide_gross', 'us_dvd_sales'] },
      { title: 'Reception', fields: ['imdb_rating', 'imdb_votes', 'rotten_tomatoes'] },
      { title: 'Publication', fields: ['slug', 'poster', 'notes'] },
    ],
    related: [
      {
        key: 'collections',
        type: 'asyncRelatedList',
        title: 'In collections',
        configuration: {
          relation: 'collections[movie]',
          columns: ['collection', 'position', 'note'],
          editable: ['note'],
          rowPageKey: 'collection',
          links: { collection: 'collection' },
        },
      },
    ],
  },
  links: {
    director: 'person',
    distributor: 'distributor',
    rating: 'rating',
    genres: 'genre',
    creative_type: 'creative_type',
  },
}

const people: PagePair = {
  mediaType: 'people',
  list: {
    key: 'people',
    title: 'People',
    icon: 'people',
    menu: { group: CATALOGUE, order: 20 },
    columns: ['name', 'sort_name', 'born'],
    hidden: ['website'],
    defaultSort: 'sort_name',
  },
  edit: {
    key: 'person',
    title: 'Person',
    tabs: [
      { title: 'Main', fields: ['name', 'sort_name', 'born', 'website', 'portrait'] },
      { title: 'Biography', fields: ['biography'] },
    ],
    related: [relatedFilms('movies[director]', 'Films directed')],
  },
}

const collections: PagePair = {
  mediaType: 'collections',
  list: {
    key: 'collections',
    title: 'Collections',
    icon: 'folder',
    menu: { group: CATALOGUE, order: 30 },
    columns: ['name', 'status', 'is_public', 'publish_at', 'color', 'price'],
    hidden: ['description', 'weekdays', 'start_time', 'timezone', 'refresh', 'website', 'contact'],
    defaultSort: 'name',
  },
  edit: {
    key: 'collection',
    title: 'Collection',
    tabs: [
      { title: 'Main', fields: ['name', 'description', 'status', 'color', 'cover', 'attachment'] },
      {
        title: 'Schedule',
        fields: ['is_public', 'publish_at', 'weekdays', 'start_time', 'timezone', 'refresh'],
      },
      { title: 'Access', fields: ['price', 'age', 'website', 'contact', 'access_code', 'settings'] },
    ],
    rest: false,
    related: [
      {
        key: 'films',
        type: 'orderedRelatedList',
        title: 'Films',
        configuration: {
          relation: 'movies',
          columns: ['movie', 'note'],
          editable: ['note'],
          rowPageKey: 'film',
          links: { movie: 'film' },
        },
      },
    ],
  },
}

const collectionFilms: PagePair = {
  mediaType: 'collection_movies',
  list: {
    key: 'collection_films',
    title: 'Films in collections',
    icon: 'list',
    parentKey: 'collections',
    columns: ['collection', 'position', 'movie', 'note'],
    defaultSort: 'collection,position',
  },
  edit: {
    key: 'collection_film',
    title: 'Film in collection',
    tabs: [{ title: 'Main', fields: ['collection', 'movie', 'position', 'note'] }],
  },
  links: { collection: 'collection', movie: 'film' },
}

const importNotes: PagePair = {
  mediaType: 'import_notes',
  list: {
    key: 'import_notes',
    title: 'Import notes',
    icon: 'list',
    menu: { group: CATALOGUE, order: 40 },
    columns: ['source_row', 'movie', 'summary', 'needs_review'],
    hidden: ['corrections'],
    defaultSort: '-needs_review,summary',
  },
  edit: {
    key: 'import_note',
    title: 'Import note',
    tabs: [
      { title: 'Main', fields: ['movie', 'summary', 'corrections', 'needs_review'] },
      { title: 'Original', fields: ['source_row', 'original'] },
    ],
    beside: [
      {
        key: 'hint',
        type: 'message',
        order: 0,
        configuration: {
          text:
            '<p>What was wrong in the row that this film came from, and how it was read. Put right below what is still ' +
            'wrong, and take the mark “Needs review” away. ' +
            '<a href="/p/import_notes?filter=needs_review_$eq_true">All that need review</a></p>',
          dismissible: true,
        },
      },
      {
        key: 'film',
        type: 'relatedForm',
        title: 'The film as it is now',
        order: 2,
        configuration: {
          relation: 'movie',
          fields: ['title', 'release_date', 'year', 'running_time', 'director', 'status'],
          links: { director: 'person' },
          create: false,
        },
      },
    ],
  },
  links: { movie: 'film' },
}

/** The demo's pages: of each media type a list, and a page that edits one record. */
export const demoPages: readonly PageDocument[] = [
  films,
  people,
  collections,
  collectionFilms,
  importNotes,
  ...vocabularyPages,
].flatMap(pagesOf)

/** The demo shows the sources among its vocabulary: the system's own page for them need not stand in the menu too. */
export async function defineDemoPages(tx: Transaction): Promise<void> {
  await definePages(tx, demoPages)
  await tx.kysely.updateTable('adm_pages').set({ menu_order: null }).where('page_key', '=', 'adm_sources').execute()
}
