import type { FieldDocument, MediaTypeDocument } from '../../catalog/document.ts'
import { STATUSES } from '../vocabulary.ts'

const dollars = { currency: 'USD', precision: 0, maxDigits: 18, min: 0 }

const description: readonly FieldDocument[] = [
  { name: 'title', label: 'Title', type: 'Text', required: true, indexed: true, props: { maxLength: 300 } },
  {
    name: 'slug',
    label: 'Slug',
    type: 'Text',
    required: true,
    unique: true,
    props: { maxLength: 320, pattern: '^(?!-)(?!.*--)[a-z0-9-]+(?<!-)$' },
    help: 'Title and year in the film’s public address, such as king-kong-1933. No two films share one.',
  },
  { name: 'release_date', label: 'Release date', type: 'Date', indexed: true, help: 'First release in the US.' },
  { name: 'year', label: 'Year', type: 'Integer', indexed: true, props: { min: 1888, max: 2100 } },
  {
    name: 'running_time',
    label: 'Running time (min)',
    type: 'Integer',
    indexed: true,
    props: { min: 1, max: 1000 },
    help: 'Whole minutes, credits included.',
  },
  { name: 'rating', label: 'MPAA rating', type: 'DropRelated' },
  { name: 'director', label: 'Director', type: 'Related' },
  { name: 'distributor', label: 'Distributor', type: 'Related' },
  { name: 'genres', label: 'Genres', type: 'Related', help: 'Every genre the film belongs to.' },
  {
    name: 'creative_type',
    label: 'Creative type',
    type: 'DropRelated',
    help: 'What kind of world the story is set in.',
  },
  { name: 'source', label: 'Source', type: 'Source', help: 'What the story was taken from.' },
  {
    name: 'status',
    label: 'Status',
    type: 'Enum',
    required: true,
    indexed: true,
    defaultValue: 'draft',
    enumValues: STATUSES,
  },
  { name: 'synopsis', label: 'Synopsis', type: 'TextArea', props: { maxLength: 4000 } },
  { name: 'notes', label: 'Notes', type: 'HTML', help: 'For editors only.' },
  { name: 'poster', label: 'Poster', type: 'Image' },
]

const reception: readonly FieldDocument[] = [
  {
    name: 'us_gross',
    label: 'US gross',
    type: 'Money',
    indexed: true,
    props: dollars,
    help: 'Zero when the film was shown abroad only; empty when unknown.',
  },
  { name: 'worldwide_gross', label: 'Worldwide gross', type: 'Money', indexed: true, props: dollars },
  { name: 'us_dvd_sales', label: 'US DVD sales', type: 'Money', indexed: true, props: dollars },
  { name: 'production_budget', label: 'Production budget', type: 'Money', indexed: true, props: dollars },
  {
    name: 'imdb_rating',
    label: 'IMDb rating',
    type: 'Decimal',
    indexed: true,
    props: { precision: 1, min: 1, max: 10, step: 0.1 },
    help: 'Average vote of the audience, 1 to 10.',
  },
  { name: 'imdb_votes', label: 'IMDb votes', type: 'Integer', indexed: true, props: { min: 0 } },
  {
    name: 'rotten_tomatoes',
    label: 'Rotten Tomatoes',
    type: 'Slider',
    indexed: true,
    props: { min: 0, max: 100, step: 1, marks: { 0: '0', 60: 'Fresh', 100: '100' } },
    help: 'Critics who liked it, in percent; fresh from 60 on.',
  },
]

export const movies: MediaTypeDocument = {
  name: 'movies',
  label: 'Film',
  labelPlural: 'Films',
  nameField: 'title',
  sourceField: 'source',
  fields: [...description, ...reception],
  relations: [
    { kind: 'many-to-one', related: 'ratings', column: 'rating', onDelete: 'restrict' },
    { kind: 'many-to-one', related: 'people', column: 'director', onDelete: 'set-null' },
    { kind: 'many-to-one', related: 'creative_types', column: 'creative_type', onDelete: 'restrict' },
    { kind: 'many-to-one', related: 'sources', column: 'source', onDelete: 'restrict' },
    {
      kind: 'many-to-many',
      related: 'genres',
      field: 'genres',
      linkTable: 'movies_genres',
      linkColumn: 'movie',
      linkRelatedColumn: 'genre',
    },
  ],
}
