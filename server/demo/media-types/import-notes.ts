import type { MediaTypeDocument } from '../../catalog/document.ts'
import { CORRECTION_KINDS, CORRECTIONS } from '../corrections.ts'

/** What was corrected in a film when it was imported; one note a film at most. */
export const importNotes: MediaTypeDocument = {
  name: 'import_notes',
  label: 'Import note',
  labelPlural: 'Import notes',
  nameField: 'summary',
  fields: [
    { name: 'movie', label: 'Film', type: 'Related', required: true },
    { name: 'summary', label: 'Summary', type: 'Text', required: true, indexed: true, props: { maxLength: 300 } },
    {
      name: 'corrections',
      label: 'Corrections',
      type: 'MultiEnum',
      enumValues: CORRECTION_KINDS.map((value) => ({ value, label: CORRECTIONS[value].label })),
    },
    { name: 'needs_review', label: 'Needs review', type: 'Boolean', required: true, indexed: true, defaultValue: true },
    {
      name: 'source_row',
      label: 'Row',
      type: 'Integer',
      indexed: true,
      readOnly: true,
      props: { min: 1, REDIRECT_TO_EDIT_PAGE_BY_FIELD: { pageKey: 'film', id: 'movie' } },
      help: 'Of the data set, from 1; leads to the film made of it.',
    },
    { name: 'original', label: 'Original row', type: 'JSON', readOnly: true, help: 'As the data set has it.' },
  ],
  relations: [{ kind: 'one-to-one', related: 'movies', column: 'movie', onDelete: 'cascade' }],
}
