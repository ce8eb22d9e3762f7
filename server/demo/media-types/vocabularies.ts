import type { FieldDocument, MediaTypeDocument } from '../../catalog/document.ts'

const name: FieldDocument = {
  name: 'name',
  label: 'Name',
  type: 'Text',
  required: true,
  unique: true,
  indexed: true,
  props: { maxLength: 120 },
}

const description: FieldDocument = { name: 'description', label: 'Description', type: 'TextArea' }

export const distributors: MediaTypeDocument = {
  name: 'distributors',
  label: 'Distributor',
  labelPlural: 'Distributors',
  nameField: 'name',
  parentField: 'parent',
  fields: [
    name,
    { name: 'parent', label: 'Parent company', type: 'DropRelated', help: 'The company whose label this is.' },
    { name: 'is_active', label: 'Active', type: 'Boolean', indexed: true, help: 'Still releases films.' },
    { name: 'website', label: 'Website', type: 'Url' },
    { name: 'contact', label: 'Contact', type: 'Email' },
    description,
  ],
  relations: [
    { kind: 'many-to-one', related: 'distributors', column: 'parent', onDelete: 'restrict' },
    { kind: 'one-to-many', related: 'movies', column: 'distributor', onDelete: 'set-null' },
  ],
}

export const genres: MediaTypeDocument = {
  name: 'genres',
  label: 'Genre',
  labelPlural: 'Genres',
  nameField: 'name',
  fields: [
    name,
    { name: 'color', label: 'Colour', type: 'Color', help: 'Of the genre’s label in lists.' },
    description,
  ],
}

export const creativeTypes: MediaTypeDocument = {
  name: 'creative_types',
  label: 'Creative type',
  labelPlural: 'Creative types',
  nameField: 'name',
  fields: [name, description],
}

export const ratings: MediaTypeDocument = {
  name: 'ratings',
  label: 'Rating',
  labelPlural: 'Ratings',
  nameField: 'name',
  fields: [
    name,
    { name: 'position', label: 'Position', type: 'Integer', indexed: true, help: 'Mildest first.' },
    { name: 'advice', label: 'Advice', type: 'Text', props: { maxLength: 300 } },
    { name: 'color', label: 'Colour', type: 'Color' },
  ],
}
