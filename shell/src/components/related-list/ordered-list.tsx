import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { ListRow } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { usePage } from '../../routing/page-context.ts'
import { ColumnChooser } from '../list/column-chooser.tsx'
import { ListFailure } from '../list/list-failure.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { useSelection } from '../list/use-selection.ts'
import { useRowAccess } from './access.ts'
import { withBase } from './edits/actions.ts'
import type { ListEdits } from './edits/list-edits.ts'
import { rowsAfter } from './edits/settle.ts'
import { ListHead } from './list-head.tsx'
import { ListNotices, NoRows, RowBones } from './list-states.tsx'
import type { RelatedListProps } from './related-list.tsx'
import { rowText } from './row-text.ts'
import { RowsTable, type TableHandle } from './rows-table.tsx'
import { SelectionTools } from './selection-tools.tsx'
import { type ShownRow, useShownRows } from './shown-rows.ts'
import { countText, FEW_ROWS, rowsName } from './texts.ts'
import { useAdding } from './use-adding.tsx'
import { useAllRows } from './use-all-rows.ts'
import { useCells } from './use-cells.tsx'
import { useColumns } from './use-columns.ts'
import { useListEdits } from './use-list-edits.ts'
import { useOrdering } from './use-ordering.ts'
import { useRowLink } from './use-row-link.ts'

const PositionDialog = lazyPart(() => import('./position-dialog.tsx').then((module) => module.PositionDialog))

/** Related records in an order of the user's: all of them are read, those in sight are drawn. */
export function OrderedList(props: RelatedListProps) {
  const { componentKey, schema, title = '' } = props
  const { pageKey, configuration } = usePage()
  const table = useRef<TableHandle>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const [onlyUnsaved, setOnlyUnsaved] = useState(false)
  const [search, setSearch] = useState('')
  const [said, setSaid] = useState('')
  const [asked, setAsked] = useState<ReadonlySet<RowName> | null>(null)
  const access = useRowAccess(componentKey, schema)
  const { loaded, error, retry, reload } = useAllRows(props.data, access)
  const { columns, choice, setChoice } = useColumns(schema, pageKey, componentKey)
  const byId = useMemo(() => new Map((loaded?.rows ?? []).map((row) => [row.id, row])), [loaded])
  const model = useListEdits({
    props,
    freshList: async () => {
      const rows = await allRows(access)
      return { rows: new Map(rows.map((row) => [row.id, row])), order: rows.map(({ id }) => id), known: null }
    },
    onSaved: (saved) => {
      setOnlyUnsaved(false)
      selection.clear()
      reload(inOrder(rowsAfter(loaded?.rows ?? [], saved), saved))
    },
    onMerged: ({ rows }) => reload([...rows.values()]),
    focusCell: (id, field) => {
      setSearch('')
      table.current?.focusNext(id, field)
      table.current?.focusCell(id, field)
    },
  })
  const { edits, act, counts } = model
  useEffect(() => act((now) => withBase(now, loaded?.rows.map(({ id }) => id) ?? [])), [loaded, act])

  const make = useShownRows(edits, schema)
  const unsavedOnly = onlyUnsaved && counts.added + counts.changed + counts.removed > 0
  const added = new Map(edits.added.map((row) => [row.key, row]))
  const shownOf = (id: RowName): ShownRow | undefined => {
    if (typeof id === 'string') return added.has(id) ? make.added(added.get(id) as never) : undefined
    const row = byId.get(id)
    return row && make.saved(row)
  }
  const text = search.trim().toLowerCase()
  const all = unsavedOnly ? make.unsaved() : edits.order.flatMap((id) => shownOf(id) ?? [])
  const rows = text === '' ? all : all.filter((row) => rowText(row, columns).includes(text))
  const selection = useSelection<RowName>(rows)
  const cells = useCells({ schema, model, shownOf })
  const linkOf = useRowLink(schema)
  const writable = configuration.save
  const complete = loaded?.complete === true
  const movable = writable && complete && text === '' && !unsavedOnly
  const ordering = useOrdering({
    edits,
    act,
    labelOf: (id) => shownOf(id)?.label ?? '',
    follow: (id) => table.current?.focusNext(id, table.current.column()),
    say: setSaid,
  })
  const name = rowsName(schema, title)
  const label = title || name
  const adding = useAdding({
    schema,
    edits,
    act,
    presentOf: access.present,
    onAdded: (key) => table.current?.focusNext(key, schema.editable[0] ?? schema.labelField),
  })
  const removable = writable && schema.canRemove
  const chosen = new Set([...selection.ids].filter((id) => ordering.positions.has(id)))
  const states = { schema, name, writable, onChoose: adding.openChoose, onCreate: adding.openCreate }
  const [first] = asked ?? []

  return (
    <div className="mq-list mq-related" aria-busy={!complete && error === null}>
      <ListHead
        {...states}
        count={schema.bulk || loaded === null ? null : progress(loaded, complete, name)}
        counts={counts}
        onlyUnsaved={schema.bulk ? null : unsavedOnly}
        onOnlyUnsaved={setOnlyUnsaved}
      >
        {(all.length > FEW_ROWS || search !== '') && (
          <SearchBox
            box={searchBox}
            label={label}
            text={search}
            shortcut={false}
            onType={setSearch}
            onEnter={() => undefined}
          />
        )}
        <ColumnChooser columns={schema.columns} choice={choice} onChoice={setChoice} />
      </ListHead>
      <ListNotices {...states} counts={counts} total={complete ? loaded.rows.length : null} />
      {error !== null ? (
        <ListFailure error={error} mediaType={schema.mediaType} retry={retry} change={() => undefined} />
      ) : loaded === null ? (
        <RowBones />
      ) : rows.length > 0 ? (
        <RowsTable
          {...cells.table}
          ref={table}
          label={label}
          schema={schema}
          columns={columns}
          rows={rows}
          linkOf={linkOf}
          selection={removable ? selection : null}
          busy={false}
          sort={UNSORTED}
          ordering={ordering}
          movable={movable}
          onPosition={(id) => setAsked(chosen.has(id) ? chosen : new Set([id]))}
          onEditRow={adding.openRow}
        />
      ) : text === '' ? (
        <NoRows text={schema.bulk ? 'Nothing added yet' : `No ${name} yet`} />
      ) : (
        <p className="mq-table-frame mq-norows">Nothing matches</p>
      )}
      <div className="mq-list-foot">
        {removable && (
          <SelectionTools
            selection={selection}
            onRemove={() => {
              cells.table.onRemove([...selection.ids].filter((id) => shownOf(id)?.removable))
              selection.clear()
            }}
            onMove={movable && chosen.size > 0 ? () => setAsked(chosen) : undefined}
          />
        )}
        {text !== '' && writable && <span className="mq-related-hint">Clear the search to move rows.</span>}
      </div>
      <span className="mq-unseen" role="status">
        {said}
      </span>
      {asked !== null && first !== undefined && (
        <Suspense fallback={null}>
          <PositionDialog
            label={asked.size === 1 ? (shownOf(first)?.label ?? '') : `${asked.size} rows`}
            position={ordering.positions.get(first) ?? 1}
            count={ordering.count - asked.size + 1}
            onMove={(position) => {
              ordering.moveTo(asked, position)
              setAsked(null)
              table.current?.focusNext(first, 1)
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {adding.dialog}
      {cells.dialog}
    </div>
  )
}

const UNSORTED = { terms: [], onSort: () => undefined }

function progress(
  loaded: { readonly rows: readonly ListRow[]; readonly count: number },
  complete: boolean,
  name: string,
) {
  if (complete) return countText(loaded.rows.length, name)
  return `Loading ${loaded.rows.length} of ${countText(loaded.count, name)}…`
}

async function allRows(access: {
  readonly block: (page: number) => Promise<{ readonly rows: readonly ListRow[]; readonly pageCount: number }>
}) {
  const first = await access.block(0)
  const rows = new Map(first.rows.map((row) => [row.id, row]))
  for (let page = 1; page < first.pageCount; page += 1)
    for (const row of (await access.block(page)).rows) rows.set(row.id, row)
  return [...rows.values()]
}

/** Rows in the order they were given. */
function inOrder(rows: readonly ListRow[], { order }: ListEdits): readonly ListRow[] {
  const places = new Map(order.map((name, index) => [name, index]))
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}
