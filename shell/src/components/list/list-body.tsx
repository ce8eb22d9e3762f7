import { Button } from 'antd'
import type { RefObject } from 'react'
import type { ListColumn, ListData, ListQuery, ListSchema } from '../../../../shared/page.ts'
import { EmptyState } from '../../states/empty-state.tsx'
import { WhyLink } from '../../why/why-link.tsx'
import { ListFailure, UnfilterNote } from './list-failure.tsx'
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
  if (error !== null)
    return <ListFailure error={error} mediaType={props.schema.mediaType} retry={props.retry} change={change} />
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
    return <UnfilterNote title="Nothing matches" text="No record meets the search and the filters." change={change} />
  const { mediaType, canCreate } = props.schema
  return (
    <EmptyState
      title="No records yet"
      text={canCreate ? 'Create the first one with New.' : 'Nothing has been added here, and you may not add records.'}
      actions={!canCreate && <WhyLink mediaType={mediaType} id={null} action="create" />}
    />
  )
}
