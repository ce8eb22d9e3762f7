import { useMemo, useRef, useState } from 'react'
import type { ListData } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import { usePage } from '../../routing/page-context.ts'
import { ColumnChooser } from '../list/column-chooser.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFailure, UnfilterNote } from '../list/list-failure.tsx'
import { Pager } from '../list/pager.tsx'
import { parseSort, printSort, toggleSort } from '../list/sort.ts'
import { useListData } from '../list/use-list-data.ts'
import { useListQuery } from '../list/use-list-query.ts'
import { useSelection } from '../list/use-selection.ts'
import { useRowAccess } from './access.ts'
import { rowsAfter } from './edits/settle.ts'
import { ListHead } from './list-head.tsx'
import { ListNotices, NoRows, RowBones } from './list-states.tsx'
import type { RelatedListProps } from './related-list.tsx'
import { RowsTable, type TableHandle } from './rows-table.tsx'
import { SelectionTools } from './selection-tools.tsx'
import { type ShownRow, useShownRows } from './shown-rows.ts'
import { countText, FEW_ROWS, rowsName } from './texts.ts'
import { useAdding } from './use-adding.tsx'
import { useCells } from './use-cells.tsx'
import { useColumns } from './use-columns.ts'
import { useListEdits } from './use-list-edits.ts'
import { useRowLink } from './use-row-link.ts'

/** Related records page by page: what is unsaved stays with its row, and rows that are added stand on top. */
export function PagedList(props: RelatedListProps) {
  const { componentKey, schema, title = '' } = props
  const { pageKey, configuration } = usePage()
  const table = useRef<TableHandle>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const [onlyUnsaved, setOnlyUnsaved] = useState(false)
  const [query, change] = useListQuery(componentKey)
  const { data, busy, error, retry, reload } = useListData(componentKey, props.data, query)
  const access = useRowAccess(componentKey, schema)
  const { columns, choice, setChoice } = useColumns(schema, pageKey, componentKey)
  const model = useListEdits({
    props,
    freshList: async ({ added, changed, removed }) => {
      const ids = [...changed.keys(), ...removed.keys()]
      const [edited, there] = await Promise.all([
        access.rowsById(ids),
        access.rowsOf(added.flatMap(({ relatedId }) => relatedId ?? [])),
      ])
      const rows = new Map([...edited, ...there.map((row) => [row.id, row] as const)])
      return { rows, order: null, known: new Set(ids) }
    },
    onSaved: (saved) => {
      setOnlyUnsaved(false)
      selection.clear()
      reload(data === null ? undefined : { ...data, rows: rowsAfter(data.rows, saved) })
    },
    onMerged: () => reload(),
    focusCell: (id, field) => {
      if (!rows.some((row) => row.id === id)) setOnlyUnsaved(true)
      table.current?.focusNext(id, field)
      table.current?.focusCell(id, field)
    },
  })
  const { edits, act, counts } = model
  const make = useShownRows(edits, schema)
  const unsavedOnly = onlyUnsaved && counts.added + counts.changed + counts.removed > 0
  const rows: readonly ShownRow[] = unsavedOnly
    ? make.unsaved()
    : [...edits.added.map(make.added), ...(data?.rows ?? []).map(make.saved)]
  const selection = useSelection<RowName>(rows)
  const shownOf = (id: RowName) => rows.find((row) => row.id === id)
  const cells = useCells({ schema, model, shownOf })
  const linkOf = useRowLink(schema)
  const writable = configuration.save
  const name = rowsName(schema, title)
  const label = title || name
  const adding = useAdding({
    schema,
    edits,
    act,
    presentOf: access.present,
    onAdded: (key) => table.current?.focusNext(key, schema.editable[0] ?? schema.labelField),
  })
  const terms = useMemo(
    () => parseSort(query.sort ?? data?.sort ?? schema.defaultSort),
    [query.sort, data?.sort, schema.defaultSort],
  )
  const onSort = (field: string, add: boolean) => {
    const next = printSort(toggleSort(terms, field, add))
    change({ sort: next === schema.defaultSort ? '' : next })
  }
  const filtered = (query.filter ?? '') !== ''
  const searched = filtered || (data !== null && data.rowCount > FEW_ROWS)
  const removable = writable && schema.canRemove
  const states = { schema, name, writable, onChoose: adding.openChoose, onCreate: adding.openCreate }

  return (
    <div className="mq-list mq-related" aria-busy={busy}>
      <ListHead
        {...states}
        count={schema.bulk || data === null ? null : countText(data.rowCount, filtered ? 'rows that match' : name)}
        counts={counts}
        onlyUnsaved={schema.bulk ? null : unsavedOnly}
        onOnlyUnsaved={setOnlyUnsaved}
      >
        {!searched && <ColumnChooser columns={schema.columns} choice={choice} onChoice={setChoice} />}
      </ListHead>
      <ListNotices {...states} counts={counts} total={filtered ? null : (data?.rowCount ?? null)} />
      {searched && !unsavedOnly && (
        <FilterBar
          schema={schema}
          name={label}
          filter={query.filter ?? ''}
          error={error}
          change={change}
          searchBox={searchBox}
          choice={choice}
          onChoice={setChoice}
        >
          {null}
        </FilterBar>
      )}
      {error !== null && !unsavedOnly ? (
        <ListFailure error={error} mediaType={schema.mediaType} retry={retry} change={change} />
      ) : data === null && rows.length === 0 ? (
        <RowBones />
      ) : rows.length > 0 || busy ? (
        <RowsTable
          {...cells.table}
          ref={table}
          label={label}
          schema={schema}
          columns={columns}
          rows={rows}
          linkOf={linkOf}
          selection={removable ? selection : null}
          busy={busy}
          sort={unsavedOnly ? UNSORTED : { terms, onSort }}
          ordering={null}
          movable={false}
          onPosition={() => undefined}
          onEditRow={adding.openRow}
        />
      ) : filtered ? (
        <UnfilterNote title="Nothing matches" text="No row meets the search and the filters." change={change} />
      ) : (
        <NoRows text={schema.bulk ? 'Nothing added yet' : `No ${name} yet`} />
      )}
      <div className="mq-list-foot">
        {removable && (
          <SelectionTools
            selection={selection}
            onRemove={() => {
              cells.table.onRemove([...selection.ids].filter((id) => shownOf(id)?.removable))
              selection.clear()
            }}
          />
        )}
        {data !== null && error === null && !unsavedOnly && hasPages(data, schema.defaultPageSize) && (
          <Pager data={data} schema={schema} change={change} label={`Pages of ${label}`} />
        )}
      </div>
      {adding.dialog}
      {cells.dialog}
    </div>
  )
}

const UNSORTED = { terms: [], onSort: () => undefined }

/** A list that fits on one page of the usual size needs no pages. */
function hasPages({ pageCount, rowCount }: ListData, usual: number): boolean {
  return rowCount > 0 && (pageCount > 1 || rowCount > usual)
}
