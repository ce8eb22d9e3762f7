import { Link } from 'react-router'
import { pageLink } from '../routing/links.ts'
import { usePage } from '../routing/page-context.ts'
import { labelOf, readIds } from '../widgets/related-value.ts'
import { shorten } from './brief.ts'
import type { CellProps } from './cell.tsx'
import { More } from './more.tsx'

export function RelatedCell({ field, value, labels, brief = false }: CellProps) {
  const { asPrevious } = usePage()
  const link = field.props.link
  const ids = readIds(value)
  const { shown, more } = shorten(ids, brief)
  return (
    <>
      {shown.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {link ? <Link to={pageLink(link.pageKey, id, asPrevious)}>{labelOf(labels, id)}</Link> : labelOf(labels, id)}
        </span>
      ))}
      <More count={more} all={ids.map((id) => labelOf(labels, id))} />
    </>
  )
}
