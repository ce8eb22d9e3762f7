import { Navigate, useOutletContext } from 'react-router'
import type { MenuItem } from '../../../shared/page.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { PageSkeleton } from '../states/page-skeleton.tsx'
import type { MenuState } from './layout.tsx'

/** The address without a page: the first page of the menu. */
export function StartPage() {
  const menu = useOutletContext<MenuState>()
  if (menu.items === null)
    return menu.error === null ? <PageSkeleton /> : <ErrorState wholePage error={menu.error} onRetry={menu.retry} />
  const first = firstPage(menu.items)
  if (first !== undefined) return <Navigate to={`/p/${encodeURIComponent(first)}`} replace />
  return <EmptyState title="Nothing here yet" text="No page is open to you. An administrator can change that." />
}

function firstPage(items: readonly MenuItem[]): string | undefined {
  for (const item of items) {
    const key = item.pageKey ?? firstPage(item.children ?? [])
    if (key !== undefined) return key
  }
  return undefined
}
