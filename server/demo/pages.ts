import type { PageDocument } from '../catalog/document.ts'
import { type PagePair, pagesOf } from './page-builder.ts'

const CATALOGUE = 'Catalogue'
const VOCABULARY = 'Vocabulary'

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
      { title: 'Films', fields: ['movies'] },
      {
        title: 'Schedule',
        fields: ['is_public', 'publish_at', 'weekdays', 'start_time', 'timezone', 'refresh'],
      },
      { title: 'Access', fields: ['price', 'age', 'website', 'contact', 'access_code', 'settings'] },
    ],
  },
  links: { movies: 'film' },
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
    columns: ['movie', 'summary', 'needs_review'],
    hidden: ['corrections'],
    defaultSort: '-needs_review,summary',
  },
  edit: {
    key: 'import_note',
    title: 'Import note',
    tabs: [
      { title: 'Main', fields: ['movie', 'summary', 'corrections', 'needs_review'] },
      { title: 'Original', fields: ['original'] },
    ],
  },
  links: { movie: 'film' },
}

const distributors: PagePair = {
  mediaType: 'distributors',
  list: {
    key: 'distributors',
    title: 'Distributors',
    icon: 'building',
    menu: { group: VOCABULARY, order: 50 },
    columns: ['name', 'parent', 'is_active', 'website'],
    hidden: ['contact'],
    defaultSort: 'name',
  },
  edit: {
    key: 'distributor',
    title: 'Distributor',
    tabs: [{ title: 'Main', fields: ['name', 'parent', 'is_active', 'website', 'contact', 'description'] }],
  },
  links: { parent: 'distributor' },
}

const genres: PagePair = {
  mediaType: 'genres',
  list: {
    key: 'genres',
    title: 'Genres',
    icon: 'tag',
    menu: { group: VOCABULARY, order: 60 },
    columns: ['name', 'color', 'description'],
    defaultSort: 'name',
  },
  edit: { key: 'genre', title: 'Genre', tabs: [{ title: 'Main', fields: ['name', 'color', 'description'] }] },
}

const creativeTypes: PagePair = {
  mediaType: 'creative_types',
  list: {
    key: 'creative_types',
    title: 'Creative types',
    icon: 'tag',
    menu: { group: VOCABULARY, order: 70 },
    columns: ['name', 'description'],
    defaultSort: 'name',
  },
  edit: { key: 'creative_type', title: 'Creative type', tabs: [{ title: 'Main', fields: ['name', 'description'] }] },
}

const ratings: PagePair = {
  mediaType: 'ratings',
  list: {
    key: 'ratings',
    title: 'Ratings',
    icon: 'star',
    menu: { group: VOCABULARY, order: 80 },
    columns: ['name', 'position', 'advice', 'color'],
    defaultSort: 'position',
  },
  edit: {
    key: 'rating',
    title: 'Rating',
    tabs: [{ title: 'Main', fields: ['name', 'position', 'advice', 'color'] }],
  },
}

const sources: PagePair = {
  mediaType: 'sources',
  list: {
    key: 'sources',
    title: 'Sources',
    icon: 'tree',
    menu: { group: VOCABULARY, order: 90 },
    columns: ['name', 'parent'],
    defaultSort: 'name',
  },
  edit: { key: 'source', title: 'Source', tabs: [{ title: 'Main', fields: ['name', 'parent'] }] },
}

/** The demo's pages: of each media type a list, and a page that edits one record. */
export const demoPages: readonly PageDocument[] = [
  films,
  people,
  collections,
  collectionFilms,
  importNotes,
  distributors,
  genres,
  creativeTypes,
  ratings,
  sources,
].flatMap(pagesOf)
