import { Link } from 'react-router'
import { pageLink } from '../routing/links.ts'
import { usePage } from '../routing/page-context.ts'
import { labelOf, readIds } from '../widgets/related-value.ts'
import type { CellProps } from './cell.tsx'

export function RelatedCell({ field, value, labels }: CellProps) {
  const { asPrevious } = usePage()
  const link = field.props.link
  return readIds(value).map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {link ? <Link to={pageLink(link.pageKey, id, asPrevious)}>{labelOf(labels, id)}</Link> : labelOf(labels, id)}
    </span>
  ))
}
