import { useParams, useSearchParams } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { pageIdentity } from '../routing/links.ts'
import { displayQuery } from '../routing/list-query.ts'
import { useTitle } from '../routing/use-title.ts'
import { ErrorState } from '../states/error-state.tsx'
import { PageSkeleton } from '../states/page-skeleton.tsx'
import { Forbidden } from './forbidden.tsx'
import { NotFound } from './not-found.tsx'
import { pageHeading } from './page-heading.ts'
import { PageView } from './page-view.tsx'
import { usePageData } from './use-page-data.ts'

export function PageRoute() {
  const { pageKey = '', itemId } = useParams()
  const [params] = useSearchParams()
  return (
    <LoadedPage
      key={pageIdentity(`${pageKey}/${itemId ?? ''}`, params.toString())}
      pageKey={pageKey}
      itemId={itemId}
      query={displayQuery(params)}
    />
  )
}

function LoadedPage(props: { readonly pageKey: string; readonly itemId: string | undefined; readonly query: string }) {
  const { state, retry, load, replace } = usePageData(props.pageKey, props.itemId, props.query)
  useTitle(state.kind === 'loaded' ? pageHeading(state.page).title : null)
  if (state.kind === 'loading') return <PageSkeleton form={props.itemId !== undefined} />
  if (state.kind === 'loaded')
    return <PageView page={state.page} itemId={props.itemId} loadedQuery={state.query} load={load} replace={replace} />
  if (state.error instanceof ApiError && state.error.status === 404) return <NotFound error={state.error} />
  if (state.error instanceof ApiError && state.error.status === 403) return <Forbidden error={state.error} />
  return <ErrorState wholePage error={state.error} onRetry={retry} />
}
