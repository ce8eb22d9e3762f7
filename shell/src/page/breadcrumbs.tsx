import { RightOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import type { Breadcrumb } from '../../../shared/page.ts'
import { pageLink } from '../routing/links.ts'

export function Breadcrumbs({ crumbs, current }: { readonly crumbs: readonly Breadcrumb[]; readonly current: string }) {
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className="mq-crumbs">
      <ol>
        {crumbs.map((crumb) => (
          <li key={`${crumb.pageKey}/${crumb.itemId ?? ''}`}>
            <Link to={pageLink(crumb.pageKey, crumb.itemId)}>{crumb.title}</Link>
            <RightOutlined aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page" title={current}>
          <span>{current}</span>
        </li>
      </ol>
    </nav>
  )
}
