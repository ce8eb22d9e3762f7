import { CloseOutlined, EditOutlined, ExportOutlined, HolderOutlined, RollbackOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { Link, useLocation } from 'react-router'
import type { ListColumn } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import type { RecordState } from '../../routing/links.ts'
import type { Leave } from './cell-editor.tsx'
import type { CellChange } from './edits/actions.ts'
import { RowCell } from './row-cell.tsx'
import type { ShownRow } from './shown-rows.ts'

/** What rows do; the same object at every drawing. */
export interface TableActions {
  readonly toggle: (id: RowName, range: boolean) => void
  readonly editCell: (id: RowName, field: string) => void
  readonly setCell: (id: RowName, change: CellChange) => void
  readonly onProblem: (id: RowName, field: string, problem: string | null) => void
  readonly leaveCell: (id: RowName, field: string, leave: Leave) => void
  readonly remove: (id: RowName) => void
  readonly keep: (id: RowName) => void
  readonly revert: (id: RowName) => void
  readonly editRow: (id: RowName) => void
  readonly grab: (id: RowName, event: PointerEvent<HTMLElement>) => void
  readonly handleKey: (id: RowName, event: KeyboardEvent) => void
  readonly askPosition: (id: RowName) => void
}

interface RowProps {
  readonly shown: ShownRow
  readonly index: number
  readonly columns: readonly ListColumn[]
  readonly linkField: string | undefined
  readonly to: string | null
  /** Null: nothing can be done with chosen rows. */
  readonly selected: boolean | null
  /** The field that is being edited. */
  readonly editing: string | null
  /** The list keeps an order. */
  readonly ordered: boolean
  /** In that order, from 1 on; null for a removed row. */
  readonly position: number | null
  readonly movable: boolean
  readonly lifted: boolean
  readonly dragged: boolean
  readonly actions: TableActions
  /** Says how a handle is used. */
  readonly helpId: string
}

const MARKS: Readonly<Record<ShownRow['state'], string>> = {
  saved: '',
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
}

export const Row = memo(function Row(props: RowProps) {
  const { shown, index, columns, linkField, to, selected, editing, actions } = props
  const { id, label, state } = shown
  const linksInLabel = linkField !== undefined && !shown.editable.includes(linkField)
  return (
    <tr
      data-index={index}
      data-id={id}
      data-state={state}
      data-selected={selected === true}
      data-lifted={props.lifted}
      data-dragged={props.dragged}
      aria-rowindex={index + 2}
      {...(selected === null ? {} : { 'aria-selected': selected })}
    >
      {props.ordered && <PlaceCell {...props} />}
      {selected !== null && (
        <td className="mq-cell-check" data-check>
          <Checkbox
            tabIndex={-1}
            aria-label={`Select ${label}`}
            checked={selected}
            onChange={(event) => actions.toggle(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <RowCell
          key={column.name}
          shown={shown}
          column={column}
          isLabel={column.name === linkField}
          editing={editing === column.name}
          to={column.name === linkField && linksInLabel ? to : null}
          actions={actions}
        />
      ))}
      <td className="mq-rowacts" tabIndex={-1}>
        <div>
          {state !== 'saved' && <span className={state === 'added' ? 'mq-rowmark' : 'mq-unseen'}>{MARKS[state]}</span>}
          {to !== null && !linksInLabel && <OpenLink to={to} label={label} />}
          {state === 'removed' && (
            <Button
              type="link"
              size="small"
              data-stop
              tabIndex={-1}
              aria-label={`Undo removing ${label}`}
              onClick={() => actions.keep(id)}
            >
              Undo
            </Button>
          )}
          {shown.isNew && (
            <Button
              type="text"
              size="small"
              data-stop
              tabIndex={-1}
              icon={<EditOutlined />}
              aria-label={`Edit ${label}`}
              title="Edit"
              onClick={() => actions.editRow(id)}
            />
          )}
          {state === 'changed' && (
            <Button
              type="text"
              size="small"
              data-stop
              tabIndex={-1}
              icon={<RollbackOutlined />}
              aria-label={`Revert ${label}`}
              title="Revert this row"
              onClick={() => actions.revert(id)}
            />
          )}
          {shown.removable && state !== 'removed' && (
            <Button
              type="text"
              size="small"
              data-stop
              tabIndex={-1}
              icon={<CloseOutlined />}
              aria-label={`Remove ${label}`}
              title="Remove"
              onClick={() => actions.remove(id)}
            />
          )}
        </div>
      </td>
    </tr>
  )
})

function PlaceCell({ shown, position, movable, lifted, actions, helpId }: RowProps) {
  const { id, label } = shown
  if (position === null || !movable)
    return (
      <td className="mq-placecell" tabIndex={-1}>
        <span className="mq-place">{position ?? ''}</span>
      </td>
    )
  return (
    <td className="mq-placecell">
      <button
        type="button"
        data-stop
        tabIndex={-1}
        className="mq-handle"
        aria-label={`Move ${label}`}
        aria-describedby={helpId}
        aria-pressed={lifted}
        onPointerDown={(event) => actions.grab(id, event)}
        onKeyDown={(event) => actions.handleKey(id, event)}
      >
        <HolderOutlined />
      </button>
      <button
        type="button"
        data-stop
        tabIndex={-1}
        className="mq-place"
        aria-label={`${label}, position ${position}: move to another`}
        title="Move to position…"
        onClick={() => actions.askPosition(id)}
      >
        {position}
      </button>
    </td>
  )
}

function OpenLink({ to, label }: { readonly to: string; readonly label: string }) {
  const { pathname, search } = useLocation()
  const state: RecordState = { listAddress: pathname + search }
  return (
    <Link
      data-stop
      className="mq-rowopen"
      tabIndex={-1}
      to={to}
      state={state}
      aria-label={`Open ${label}`}
      title="Open"
    >
      <ExportOutlined />
    </Link>
  )
}
