import '../../styles/form.css'
import '../../styles/list.css'
import '../../styles/related-dialogs.css'
import '../../styles/related-list.css'
import '../../styles/related-order.css'
import type { PageComponentProps } from '../../../../shared/page.ts'
import type { RelatedListData, RelatedListSchema } from '../../../../shared/related-list.ts'
import { OrderedList } from './ordered-list.tsx'
import { PagedList } from './paged-list.tsx'

export type RelatedListProps = PageComponentProps<RelatedListData | null, RelatedListSchema>

/** Records that are related to the page's own; without data it asks for them. */
export function RelatedList(props: RelatedListProps) {
  return props.schema.ordered ? <OrderedList {...props} /> : <PagedList {...props} />
}
