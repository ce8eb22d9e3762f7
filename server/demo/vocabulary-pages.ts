import type { PagePair } from './page-builder.ts'
import { relatedFilms } from './related-films.ts'

const VOCABULARY = 'Vocabulary'

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
    related: [relatedFilms('movies[distributor]')],
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
  edit: {
    key: 'genre',
    title: 'Genre',
    tabs: [{ title: 'Main', fields: ['name', 'color', 'description'] }],
    related: [relatedFilms('movies[genre]')],
  },
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
  edit: {
    key: 'creative_type',
    title: 'Creative type',
    tabs: [{ title: 'Main', fields: ['name', 'description'] }],
    related: [relatedFilms('movies[creative_type]')],
  },
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
    related: [relatedFilms('movies[rating]')],
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

/** Pages of the words that films are described by. */
export const vocabularyPages: readonly PagePair[] = [distributors, genres, creativeTypes, ratings, sources]
