import { relation } from './relation.ts'

/** A related record, searched for. */
export const related = relation({
  name: 'Related',
  widget: 'related',
  link: ({ pageKey }) => ({ pageKey }),
  props: () => ({}),
})
