import type { ComponentMapper } from './component-mapper.ts'
import { relatedList } from './related-list.ts'

/** The same over a relation that keeps an order, which the user sets: all its rows, in blocks. */
export const orderedRelatedList: ComponentMapper = { ...relatedList, name: 'orderedRelatedList' }
