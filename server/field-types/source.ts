import { relation } from './relation.ts'

/** A node of the source tree, loaded when it is opened. */
export const source = relation({ name: 'Source', widget: 'source', props: () => ({ allowClear: true }) })
