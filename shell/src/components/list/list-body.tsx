import { Button } from 'antd'
import type { RefObject } from 'react'
import { FilterSyntaxError } from '../../../../shared/filter-ast.ts'
import type { ListColumn, ListData, ListQuery, ListSchema } from '../../../../shared/page.ts'
import { ApiError } from '../../api/api-error.ts'
import { LIST_KEYS } from '../../routing/list-query.ts'
import { EmptyState } from '../../states/empty-state.tsx'
import { ErrorState } from '../../states/error-state.tsx'
import { WhyLink } from '../../why/why-link.tsx'
import { ListTable } from './list-table.tsx'
import type { ChangeQuery } from './use-list-query.ts'
import type { Selection } from './use-selection.ts'

export interface ListBodyProps {
  readonly schema: ListSchema
  readonly columns: readonly ListColumn[]
  readonly data: ListData | null
  readonly busy: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly query: ListQuery
  readonly change: ChangeQuery
  readonly selection: Selection
  readonly active: number
  readonly onActive: (index: number) => void
  readonly linkOf: (id: number) => string | null
  readonly open: (id: number) => void
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly label: string
}

/** The table, or why there is none. */
export function ListBody(props: ListBodyProps) {
  const { data, error, query, change } = props
  if (isFilterError(error))
    return <ListNote {...props} title="This filter cannot be read" text="Correct it above, or clear it." />
  if (isStateError(error)) {
    return (
      <EmptyState
        title="The list cannot be shown this way"
        text={(error as ApiError).message}
        actions={<Button onClick={() => change({ page: 0, pageSize: 0, sort: '' })}>Reset sorting and paging</Button>}
      />
    )
  }
  if (error !== null) {
    const forbidden = error instanceof ApiError && error.status === 403
    const why = forbidden && <WhyLink mediaType={props.schema.mediaType} id={null} action="read" />
    return <ErrorState error={error} onRetry={props.retry} more={why} />
  }
  if (data === null) return <div className="mq-bones-list mq-page" role="status" aria-label="Loading" />
  if (data.rows.length > 0 || props.busy) return <ListTable {...props} data={data} />
  if (data.page > 0 && data.rowCount > 0) {
    return (
      <EmptyState
        title="No records on this page"
        text="The list is shorter than that."
        actions={<Button onClick={() => change({ page: 0 })}>Go to the first page</Button>}
      />
    )
  }
  if (query.filter)
    return <ListNote {...props} title="Nothing matches" text="No record meets the search and the filters." />
  const { mediaType, canCreate } = props.schema
  return (
    <EmptyState
      title="No records yet"
      text={canCreate ? 'Create the first one with New.' : 'Nothing has been added here, and you may not add records.'}
      actions={!canCreate && <WhyLink mediaType={mediaType} id={null} action="create" />}
    />
  )
}

export function isFilterError(error: unknown): boolean {
  if (error instanceof FilterSyntaxError) return true
  return error instanceof ApiError && error.concerns('filter')
}

/** The address asks for a sort or a page the server does not know. */
function isStateError(error: unknown): boolean {
  return error instanceof ApiError && LIST_KEYS.some((key) => error.concerns(key))
}

function ListNote({ title, text, change }: ListBodyProps & { readonly title: string; readonly text: string }) {
  return (
    <EmptyState
      title={title}
      text={text}
      actions={<Button onClick={() => change({ filter: '' })}>Clear all filters</Button>}
    />
  )
}
