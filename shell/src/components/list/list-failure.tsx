import { Button } from 'antd'
import { FilterSyntaxError } from '../../../../shared/filter-ast.ts'
import { ApiError } from '../../api/api-error.ts'
import { LIST_KEYS } from '../../routing/list-query.ts'
import { EmptyState } from '../../states/empty-state.tsx'
import { ErrorState } from '../../states/error-state.tsx'
import { WhyLink } from '../../why/why-link.tsx'
import type { ChangeQuery } from './use-list-query.ts'

interface ListFailureProps {
  readonly error: unknown
  readonly mediaType: string
  readonly retry: () => void
  readonly change: ChangeQuery
}

/** Why rows could not be loaded, and what leads out of it. */
export function ListFailure({ error, mediaType, retry, change }: ListFailureProps) {
  if (isFilterError(error))
    return <UnfilterNote title="This filter cannot be read" text="Correct it above, or clear it." change={change} />
  if (isStateError(error)) {
    return (
      <EmptyState
        title="The list cannot be shown this way"
        text={(error as ApiError).message}
        actions={<Button onClick={() => change({ page: 0, pageSize: 0, sort: '' })}>Reset sorting and paging</Button>}
      />
    )
  }
  const forbidden = error instanceof ApiError && error.status === 403
  return (
    <ErrorState
      error={error}
      onRetry={retry}
      more={forbidden && <WhyLink mediaType={mediaType} id={null} action="read" />}
    />
  )
}

/** Nothing is shown because of the filter. */
export function UnfilterNote(props: { readonly title: string; readonly text: string; readonly change: ChangeQuery }) {
  const { title, text, change } = props
  return (
    <EmptyState
      title={title}
      text={text}
      actions={<Button onClick={() => change({ filter: '' })}>Clear all filters</Button>}
    />
  )
}

export function isFilterError(error: unknown): boolean {
  if (error instanceof FilterSyntaxError) return true
  return error instanceof ApiError && error.concerns('filter')
}

/** A sort or a page is asked for that the server does not know. */
function isStateError(error: unknown): boolean {
  return error instanceof ApiError && LIST_KEYS.some((key) => error.concerns(key))
}
