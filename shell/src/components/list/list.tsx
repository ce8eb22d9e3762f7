import '../../styles/list.css'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListData, ListSchema, PageComponentProps } from '../../../../shared/page.ts'
import { pageLink, type RecordState } from '../../routing/links.ts'
import { usePage } from '../../routing/page-context.ts'
import { visibleColumns } from './columns.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListBody } from './list-body.tsx'
import { Pager } from './pager.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useColumnChoice } from './use-column-choice.ts'
import { useListData } from './use-list-data.ts'
import { useListQuery } from './use-list-query.ts'
import { useSelection } from './use-selection.ts'

/** The records of a media type in a table: searched, filtered, sorted, paged and opened. */
export function List(props: PageComponentProps<ListData | null, ListSchema>) {
  const { componentKey, schema, title } = props
  const page = usePage()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [query, change] = useListQuery(componentKey)
  const { data, busy, error, retry } = useListData(componentKey, props.data, query)
  const [choice, setChoice] = useColumnChoice(page.pageKey, componentKey)
  const columns = useMemo(() => visibleColumns(schema.columns, choice), [schema.columns, choice])
  const rows = data?.rows ?? NONE
  const selection = useSelection(rows)
  const searchBox = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(-1)

  const linkOf = useCallback(
    (id: number) => (schema.editPageKey === undefined ? null : pageLink(schema.editPageKey, id, page.asPrevious)),
    [schema.editPageKey, page.asPrevious],
  )
  const open = useCallback(
    (id: number) => {
      const to = linkOf(id)
      if (to !== null) void navigate(to, { state: { listAddress: pathname + search } satisfies RecordState })
    },
    [linkOf, navigate, pathname, search],
  )

  return (
    <div className="mq-list" data-alone={page.alone} aria-busy={busy}>
      <FilterBar
        schema={schema}
        filter={query.filter ?? ''}
        error={error}
        change={change}
        searchBox={searchBox}
        choice={choice}
        onChoice={setChoice}
      >
        <ExportMenu
          schema={schema}
          columns={columns}
          filter={query.filter ?? ''}
          sort={query.sort ?? data?.sort ?? schema.defaultSort}
        />
      </FilterBar>
      <ListBody
        schema={schema}
        columns={columns}
        data={data}
        busy={busy}
        error={error}
        retry={retry}
        query={query}
        change={change}
        selection={selection}
        active={active}
        onActive={setActive}
        linkOf={linkOf}
        open={open}
        searchBox={searchBox}
        label={title || schema.mediaType}
      />
      <div className="mq-list-foot">
        <SelectionBar selection={selection} editPageKey={schema.editPageKey} />
        {data && error === null && data.rowCount > 0 && <Pager data={data} schema={schema} change={change} />}
      </div>
    </div>
  )
}

const NONE: ListData['rows'] = []
