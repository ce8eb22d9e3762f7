import '../../styles/start.css'
import { useOutletContext } from 'react-router'
import type { MenuItem } from '../../../../shared/page.ts'
import { useTitle } from '../../routing/use-title.ts'
import { EmptyState } from '../../states/empty-state.tsx'
import { ErrorState } from '../../states/error-state.tsx'
import { PageSkeleton } from '../../states/page-skeleton.tsx'
import type { MenuState } from '../layout.tsx'
import { PageGroups } from './page-groups.tsx'
import { Recent } from './recent.tsx'
import { useRecordPages } from './use-record-pages.ts'

/** The address without a page: what was changed last, and the way to every page. */
export function StartPage() {
  useTitle('Start')
  const menu = useOutletContext<MenuState>()
  const pages = useRecordPages()
  if (menu.items === null)
    return menu.error === null ? <PageSkeleton /> : <ErrorState wholePage error={menu.error} onRetry={menu.retry} />
  if (!leadsAnywhere(menu.items))
    return <EmptyState title="Nothing here yet" text="No page is open to you. An administrator can change that." />
  return (
    <div className="mq-page mq-start">
      <h1>Start</h1>
      <div className="mq-start-columns">
        <Recent pages={pages} />
        <PageGroups items={menu.items} pages={pages} />
      </div>
    </div>
  )
}

function leadsAnywhere(items: readonly MenuItem[]): boolean {
  return items.some(({ pageKey, children = [] }) => pageKey !== undefined || leadsAnywhere(children))
}
