import { type KeyboardEvent, type RefObject, useId, useImperativeHandle, useMemo, useRef } from 'react'
import type { ListColumn } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { useWindow } from '../../interaction/use-window.ts'
import { useScrollEdges } from '../list/use-scroll-edges.ts'
import type { Selection } from '../list/use-selection.ts'
import type { Leave } from './cell-editor.tsx'
import type { CellChange } from './edits/actions.ts'
import { type Line, linesOf, neighbour } from './lines.ts'
import { Row, type TableActions } from './row.tsx'
import type { ShownRow } from './shown-rows.ts'
import { ErrorLine, SpaceLine, TableHead, type TableSort } from './table-parts.tsx'
import { useDrag } from './use-drag.ts'
import { useGridFocus } from './use-grid-focus.ts'
import type { Ordering } from './use-ordering.ts'
import { useStable } from './use-stable.ts'

/** Of every line of a list that is drawn in part, in pixels; the style sheet says the same. */
const LINE_HEIGHT = 34

export interface TableHandle {
  readonly focusCell: (id: RowName, column: string | number) => void
  /** The same, once the row is drawn, or drawn again elsewhere. */
  readonly focusNext: (id: RowName, column: string | number) => void
  readonly column: () => number
}

/** A cell that is being edited, with what it held when that began. */
export interface Editing {
  readonly id: RowName
  readonly field: string
}

interface RowsTableProps {
  readonly ref: RefObject<TableHandle | null>
  readonly label: string
  readonly schema: RelatedListSchema
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ShownRow[]
  readonly linkOf: (shown: ShownRow) => string | null
  readonly selection: Selection<RowName> | null
  readonly busy: boolean
  readonly sort: TableSort
  /** Of a list that keeps an order; null: its rows cannot be moved here. */
  readonly ordering: Ordering | null
  readonly movable: boolean
  readonly editing: Editing | null
  readonly onEdit: (editing: Editing | null) => void
  readonly onCell: (id: RowName, change: CellChange) => void
  readonly onProblem: (id: RowName, field: string, problem: string | null) => void
  readonly onRemove: (ids: readonly RowName[]) => void
  readonly onKeep: (ids: readonly RowName[]) => void
  readonly onRevert: (id: RowName) => void
  readonly onPosition: (id: RowName) => void
  readonly onEditRow: (id: RowName) => void
}

/** Rows that are read, changed, removed and moved: the grid pattern, one stop of the tab key. */
export function RowsTable(props: RowsTableProps) {
  const { label, schema, columns, rows, selection, ordering, editing, sort } = props
  const box = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const edges = useScrollEdges()
  const before = useRef<CellChange | null>(null)
  const help = useId()
  const lines = useMemo(() => linesOf(rows, columns), [rows, columns])
  const { from, to } = useWindow(box, lines.length, LINE_HEIGHT)
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const linkField = columns.some(({ name }) => name === schema.labelField) ? schema.labelField : columns[0]?.name
  const byId = (id: RowName) => rows[ids.indexOf(id)]

  const scrollTo = (index: number) => {
    const drawn = table.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
    if (drawn) drawn.scrollIntoView({ block: 'nearest' })
    else if (box.current) scrollToLine(box.current, lines, index)
  }
  const focus = useGridFocus({ table, ids, scrollTo })
  useImperativeHandle(props.ref, () => ({
    focusCell: focus.focusCell,
    focusNext: focus.focusNext,
    column: focus.column,
  }))

  const { drag, grab, ghost } = useDrag({
    box,
    table,
    lineHeight: LINE_HEIGHT,
    lines: lines.length,
    rowsWith: (id) =>
      selection?.ids.has(id)
        ? new Set(ids.filter((one) => selection.ids.has(one) && byId(one)?.state !== 'removed'))
        : new Set([id]),
    onDrop: (dragged, line) => {
      const next = lines.slice(line).find((one) => one.kind === 'row' && !dragged.has(one.shown.id))
      const [first] = dragged
      if (first !== undefined) focus.focusNext(first, 0)
      ordering?.putBefore(dragged, next?.kind === 'row' ? next.shown.id : null)
    },
  })

  const open = (id: RowName, field: string) => {
    const shown = byId(id)
    const column = columns.find(({ name }) => name === field)
    if (!shown?.editable.includes(field) || column === undefined) return
    before.current = { field: column, value: shown.values[field] ?? null, labels: shown.labels[field] }
    props.onEdit({ id, field })
  }

  const actions = useStable<TableActions & Readonly<Record<string, (...args: never[]) => unknown>>>({
    toggle: (id, range) => selection?.toggle(id, range),
    editCell: open,
    setCell: props.onCell,
    onProblem: props.onProblem,
    leaveCell: (id: RowName, field: string, leave: Leave) => {
      props.onProblem(id, field, null)
      if (leave === 'cancel' && before.current !== null) props.onCell(id, before.current)
      const next = leave === 'next' ? 1 : leave === 'previous' ? -1 : 0
      const other = next === 0 ? null : neighbour(rows, columns, { id, field }, next)
      props.onEdit(null)
      if (other !== null) {
        scrollTo(ids.indexOf(other.id))
        open(other.id, other.field)
      } else if (leave !== 'away') focus.focusNext(id, field)
    },
    remove: (id) => props.onRemove([id]),
    keep: (id) => props.onKeep([id]),
    revert: props.onRevert,
    editRow: props.onEditRow,
    grab,
    handleKey: (id, event) => {
      if (!ordering?.handleKey(id, event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    askPosition: props.onPosition,
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest('tr')
    const shown = row === null ? undefined : rows[Number(row.dataset.index)]
    if (shown === undefined) return
    const field = (event.target as Element).closest('td')?.dataset.field
    const onCell = event.target instanceof HTMLTableCellElement
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && ordering && props.movable) {
      event.preventDefault()
      return ordering.moveBy(shown.id, event.key === 'ArrowUp' ? -1 : 1)
    }
    if (focus.onKeyDown(event)) return
    if (field !== undefined && (event.key === 'F2' || (event.key === 'Enter' && onCell))) {
      event.preventDefault()
      open(shown.id, field)
    } else if (event.key === 'Delete' && shown.removable) {
      event.preventDefault()
      if (shown.state === 'removed') props.onKeep([shown.id])
      else props.onRemove([shown.id])
    } else if (event.key === ' ' && onCell && selection !== null) {
      event.preventDefault()
      selection.toggle(shown.id, event.shiftKey)
    }
  }

  const width = columns.length + 1 + Number(selection !== null) + Number(ordering !== null)
  return (
    <div ref={edges} className="mq-table-frame">
      <section
        ref={box}
        className="mq-table-scroll"
        data-busy={props.busy}
        data-lines={ordering !== null}
        aria-label={`${label}, table`}
      >
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take the focus and are edited: a grid.
          role="grid"
          className="mq-table mq-rowtable"
          aria-label={label}
          aria-describedby={`${help}-keys`}
          aria-rowcount={rows.length + 1}
          {...(selection === null ? {} : { 'aria-multiselectable': true })}
          onFocus={(event) => focus.onFocus(event.target)}
          onKeyDown={onKeyDown}
        >
          <TableHead
            columns={columns}
            linkField={linkField}
            ordered={ordering !== null}
            selection={selection}
            sort={sort}
          />
          <tbody>
            <SpaceLine height={from * LINE_HEIGHT} columns={width} />
            {lines
              .slice(from, to)
              .map((line) =>
                line.kind === 'errors' ? (
                  <ErrorLine key={`${line.of.id} errors`} columns={width} text={line.text} />
                ) : (
                  <Row
                    key={line.shown.id}
                    shown={line.shown}
                    index={line.index}
                    columns={columns}
                    linkField={linkField}
                    to={props.linkOf(line.shown)}
                    selected={selection === null ? null : selection.ids.has(line.shown.id)}
                    editing={editing?.id === line.shown.id ? editing.field : null}
                    ordered={ordering !== null}
                    position={ordering?.positions.get(line.shown.id) ?? null}
                    movable={props.movable}
                    lifted={ordering?.lifted === line.shown.id}
                    dragged={drag?.rows.has(line.shown.id) ?? false}
                    actions={actions}
                    helpId={`${help}-move`}
                  />
                ),
              )}
            <SpaceLine height={(lines.length - to) * LINE_HEIGHT} columns={width} />
          </tbody>
        </table>
        <span id={`${help}-keys`} hidden>
          Arrow keys move between cells. Enter or F2 edits one, Escape leaves it. Delete removes a row, or undoes that.
        </span>
        <span id={`${help}-move`} hidden>
          Space lifts the row, arrow keys move it, Space drops it and Escape puts it back.
        </span>
        {drag !== null && (
          <div
            className="mq-dropline"
            style={{ top: (table.current?.tHead?.offsetHeight ?? 0) + drag.line * LINE_HEIGHT - 1 }}
          />
        )}
      </section>
      {drag !== null && (
        <div ref={ghost} className="mq-dragghost" aria-hidden="true">
          {drag.rows.size > 1 ? `${drag.rows.size} rows` : byId(drag.id)?.label}
        </div>
      )}
    </div>
  )
}

/** Brings a line into sight of a box whose lines are all of one height, under its head. */
function scrollToLine(box: HTMLElement, lines: readonly Line[], index: number): void {
  const line = lines.findIndex((one) => one.kind === 'row' && one.index === index)
  const head = box.querySelector('thead')?.offsetHeight ?? 0
  const top = line * LINE_HEIGHT
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + LINE_HEIGHT + head > box.scrollTop + box.clientHeight)
    box.scrollTop = top + LINE_HEIGHT + head - box.clientHeight
}
