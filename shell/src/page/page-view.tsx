import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { PageResponse } from '../../../shared/page.ts'
import { EditablePage } from '../edits/editable-page.tsx'
import { useShortcut } from '../interaction/use-shortcut.ts'
import { PagePresence } from '../presence/page-presence.tsx'
import { useIsAdministrator } from '../routing/administrator.ts'
import { pageLink, type RecordState } from '../routing/links.ts'
import { printListQuery, readListQuery } from '../routing/list-query.ts'
import { PageContext, type PageContextValue } from '../routing/page-context.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { WhyLink } from '../why/why-link.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { dirtyKeyOf } from './dirty-key.ts'
import { pageHeading } from './page-heading.ts'
import { pairComponents } from './pair-components.ts'
import { StackLayout } from './stack-layout.tsx'
import { TabsLayout } from './tabs-layout.tsx'

interface PageViewProps {
  readonly page: PageResponse
  readonly itemId: string | undefined
  readonly loadedQuery: string
  readonly load: () => Promise<PageResponse>
  readonly replace: (page: PageResponse) => void
}

export function PageView({ page, itemId, loadedQuery, load, replace }: PageViewProps) {
  const components = useMemo(() => pairComponents(page), [page])
  const heading = useMemo(() => pageHeading(page), [page])
  const { state } = useLocation() as { readonly state: RecordState | null }
  const lastCrumb = page.breadcrumbs.at(-1)
  const backTo = state?.listAddress ?? (lastCrumb === undefined ? '/' : pageLink(lastCrumb.pageKey, lastCrumb.itemId))
  const context = useMemo<PageContextValue>(
    () => ({
      pageKey: page.pageKey,
      itemId,
      configuration: page.configuration,
      urlListKey: components.find((component) => component.schema.type === 'list')?.schema.key,
      loadedQuery: printListQuery(readListQuery(new URLSearchParams(loadedQuery))),
      asPrevious: itemId === undefined || itemId === 'new' ? page.pageKey : `${page.pageKey}/${itemId}`,
      backTo,
      title: heading.title,
      alone: components.length === 1,
      load,
      replace,
    }),
    [page, itemId, loadedQuery, components, backTo, heading, load, replace],
  )
  const tabs = page.configuration.layout === 'tabs' && components.length > 1
  const parts = components.map(({ schema: { key, title } }) => ({ key, title, dirtyKey: dirtyKeyOf(context, key) }))
  return (
    <PageContext value={context}>
      <div className="mq-page" data-alone={context.alone} data-page={page.pageKey}>
        <Breadcrumbs crumbs={page.breadcrumbs} current={heading.title} />
        <div className="mq-page-head">
          <div className="mq-page-title">
            {heading.kind !== undefined && <p>{heading.kind}</p>}
            <h1 title={heading.title}>{heading.title}</h1>
          </div>
          <PagePresence page={page} />
          {itemId !== 'new' && <NewButton page={page} />}
        </div>
        {components.length === 0 && <NoComponents empty={page.configuration.empty === true} />}
        <EditablePage components={parts}>
          {tabs ? (
            <TabsLayout components={components} />
          ) : (
            <StackLayout components={components} pageTitle={page.title} />
          )}
        </EditablePage>
      </div>
    </PageContext>
  )
}

function NoComponents({ empty }: { readonly empty: boolean }) {
  const isAdministrator = useIsAdministrator()
  if (!empty) return <EmptyState title="This page is empty" text="No component of it is open to you." />
  return (
    <EmptyState
      title="This page has no components yet"
      actions={isAdministrator && <Link to={pageLink('adm_page_components')}>Page components</Link>}
    />
  )
}

function NewButton({ page }: { readonly page: PageResponse }) {
  const navigate = useNavigate()
  const { addNew, addNewPageKey, create, mediaType, itemId } = page.configuration
  const to = addNew && addNewPageKey !== undefined ? pageLink(addNewPageKey, 'new', page.pageKey) : null
  const { pathname, search } = useLocation()
  const open = (address: string) =>
    void navigate(address, { state: { listAddress: pathname + search } satisfies RecordState })
  useShortcut('n', to === null ? null : () => open(to))
  if (to === null && mediaType !== undefined && itemId === undefined && !create)
    return <WhyLink mediaType={mediaType} id={null} action="create" label="Why can’t I add one?" />
  if (to === null) return null
  return (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      href={to}
      title="New (n)"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        open(to)
      }}
    >
      New
    </Button>
  )
}
