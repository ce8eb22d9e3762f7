import type { FieldDocument, MediaTypeDocument } from '../../catalog/document.ts'
import { STATUSES } from '../vocabulary.ts'

const WEEKDAYS = [
  { value: 'mon', label: 'Monday' },
  { value: 'tue', label: 'Tuesday' },
  { value: 'wed', label: 'Wednesday' },
  { value: 'thu', label: 'Thursday' },
  { value: 'fri', label: 'Friday' },
  { value: 'sat', label: 'Saturday' },
  { value: 'sun', label: 'Sunday' },
]

const content: readonly FieldDocument[] = [
  { name: 'name', label: 'Name', type: 'Text', required: true, unique: true, indexed: true, props: { maxLength: 200 } },
  { name: 'description', label: 'Description', type: 'TextArea', props: { maxLength: 2000 } },
  { name: 'movies', label: 'Films', type: 'Related', help: 'In the order they are shown.' },
  {
    name: 'status',
    label: 'Status',
    type: 'Enum',
    required: true,
    indexed: true,
    defaultValue: 'draft',
    enumValues: STATUSES,
  },
  { name: 'color', label: 'Colour', type: 'Color', help: 'Behind the collection’s title.' },
  { name: 'cover', label: 'Cover', type: 'Image' },
  { name: 'attachment', label: 'Press kit', type: 'File' },
]

const schedule: readonly FieldDocument[] = [
  { name: 'is_public', label: 'Public', type: 'Boolean', required: true, indexed: true, defaultValue: false },
  { name: 'publish_at', label: 'Publish at', type: 'DateTime', indexed: true },
  { name: 'refresh', label: 'Refresh', type: 'Cron', help: 'When the ranking is drawn up again.' },
  { name: 'weekdays', label: 'Shown on', type: 'MultiEnum', enumValues: WEEKDAYS },
  { name: 'start_time', label: 'First show', type: 'Time' },
  { name: 'timezone', label: 'Time zone', type: 'Timezone', help: 'Of the days and times above.' },
]

const access: readonly FieldDocument[] = [
  { name: 'price', label: 'Price', type: 'Money', indexed: true, props: { currency: 'USD', precision: 2, min: 0 } },
  {
    name: 'age',
    label: 'Age',
    type: 'Range',
    props: { min: 0, max: 99, step: 1 },
    help: 'Youngest and oldest audience.',
  },
  { name: 'website', label: 'Website', type: 'Url' },
  { name: 'contact', label: 'Contact', type: 'Email' },
  { name: 'access_code', label: 'Access code', type: 'Secret', help: 'Opens the collection before it is public.' },
  { name: 'settings', label: 'Player settings', type: 'JSON' },
]

export const collections: MediaTypeDocument = {
  name: 'collections',
  label: 'Collection',
  labelPlural: 'Collections',
  nameField: 'name',
  fields: [...content, ...schedule, ...access],
  relations: [
    {
      kind: 'link-object',
      related: 'movies',
      field: 'movies',
      linkMediaType: 'collection_movies',
      linkColumn: 'collection',
      linkRelatedColumn: 'movie',
      orderColumn: 'position',
    },
  ],
}

/** A film's place in a collection. */
export const collectionMovies: MediaTypeDocument = {
  name: 'collection_movies',
  label: 'Film in collection',
  labelPlural: 'Films in collections',
  nameField: 'note',
  isLink: true,
  fields: [
    { name: 'collection', label: 'Collection', type: 'Related', required: true },
    { name: 'movie', label: 'Film', type: 'Related', required: true },
    { name: 'position', label: 'Position', type: 'Integer', indexed: true, help: 'From 1.' },
    { name: 'note', label: 'Note', type: 'Text', props: { maxLength: 300 }, help: 'Why the film is here.' },
  ],
  relations: [
    { kind: 'many-to-one', related: 'collections', column: 'collection', onDelete: 'cascade' },
    { kind: 'many-to-one', related: 'movies', column: 'movie', onDelete: 'cascade' },
  ],
}
