import { PlusOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import type { MenuItem } from '../../../../shared/page.ts'
import { pageLink } from '../../routing/links.ts'
import { MenuIcon } from '../menu-icons.tsx'
import type { PagesByType } from './use-record-pages.ts'

interface PageGroupsProps {
  readonly items: readonly MenuItem[]
  readonly pages: PagesByType
}

/** The pages of the menu, group by group, with the way to a new record of each. */
export function PageGroups({ items, pages }: PageGroupsProps) {
  const loose = items.filter(({ children = [] }) => children.length === 0)
  const groups = items.filter(({ children = [] }) => children.length > 0)
  return (
    <div className="mq-start-groups">
      {loose.length > 0 && <Group title="Pages" items={loose} pages={pages} />}
      {groups.map(({ key, title, children = [] }) => (
        <Group key={key} title={title} items={children} pages={pages} />
      ))}
    </div>
  )
}

function Group({ title, items, pages }: PageGroupsProps & { readonly title: string }) {
  return (
    <section aria-label={title}>
      <div className="mq-start-head">
        <h2>{title}</h2>
      </div>
      <ul className="mq-start-list mq-start-pages">
        {items.map(
          ({ key, title: name, icon, pageKey }) =>
            pageKey !== undefined && (
              <li key={key}>
                <Link to={pageLink(pageKey)}>
                  <MenuIcon name={icon} />
                  {name}
                </Link>
                <New listPageKey={pageKey} name={name} pages={pages} />
              </li>
            ),
        )}
      </ul>
    </section>
  )
}

function New({
  listPageKey,
  name,
  pages,
}: {
  readonly listPageKey: string
  readonly name: string
  readonly pages: PagesByType
}) {
  const type = Object.values(pages).find((each) => each.listPageKey === listPageKey)
  if (type?.itemPageKey === undefined || !type.canCreate) return null
  return (
    <Link
      className="mq-icon-button"
      to={pageLink(type.itemPageKey, 'new', listPageKey)}
      aria-label={`New: ${name}`}
      title={`New ${type.label}`}
    >
      <PlusOutlined aria-hidden="true" />
    </Link>
  )
}
