import type { MediaTypeDocument } from '../../catalog/document.ts'

export const people: MediaTypeDocument = {
  name: 'people',
  label: 'Person',
  labelPlural: 'People',
  nameField: 'name',
  fields: [
    { name: 'name', label: 'Name', type: 'Text', required: true, indexed: true, props: { maxLength: 200 } },
    {
      name: 'sort_name',
      label: 'Sorted as',
      type: 'Text',
      indexed: true,
      props: { maxLength: 200 },
      help: 'Family name first: Spielberg, Steven.',
    },
    { name: 'born', label: 'Born', type: 'Date', indexed: true },
    { name: 'website', label: 'Website', type: 'Url' },
    { name: 'portrait', label: 'Portrait', type: 'Image' },
    { name: 'biography', label: 'Biography', type: 'HTML' },
  ],
}
