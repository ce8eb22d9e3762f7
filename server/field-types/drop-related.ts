import { relation } from './relation.ts'

/** A related record, picked from a drop-down list of them all. */
export const dropRelated = relation({
  name: 'DropRelated',
  widget: 'drop-related',
  link: ({ pageKey }) => ({ pageKey }),
  props: () => ({}),
})
