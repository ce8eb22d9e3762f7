import type { ComponentMapper } from './component-mapper.ts'
import { relatedList } from './related-list.ts'

/** The same, whose rows are fetched once it is mounted: the page does not wait for them. */
export const asyncRelatedList: ComponentMapper = {
  ...relatedList,
  name: 'asyncRelatedList',
  data: (context) => (context.alone === true ? relatedList.data(context) : null),
}
