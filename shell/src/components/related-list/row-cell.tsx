import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { ListColumn, RelatedLabel } from '../../../../shared/page.ts'
import { Cell } from '../../cells/cell.tsx'
import { cellKind } from '../../cells/index.ts'
import { linkedId } from '../../routing/linked-id.ts'
import type { RecordState } from '../../routing/links.ts'
import { titleWhenCut } from '../list/title-when-cut.ts'
import { CellEditor } from './cell-editor.tsx'
import type { TableActions } from './row.tsx'
import { isUnknown, type ShownRow } from './shown-rows.ts'

interface RowCellProps {
  readonly shown: ShownRow
  readonly column: ListColumn
  readonly isLabel: boolean
  readonly editing: boolean
  /** Of the row's page, in the cell that names the row. */
  readonly to: string | null
  readonly actions: TableActions
}

const NO_LABELS: readonly RelatedLabel[] = []

/** A value that is read, or changed in place. */
export function RowCell({ shown, column, isLabel, editing, to, actions }: RowCellProps) {
  const { id, values, labels, errors, label } = shown
  const { name } = column
  const editable = shown.editable.includes(name)
  const value = values[name]
  const known = labels[name] ?? NO_LABELS
  const error = errors?.[name]
  const common = {
    'data-field': name,
    'data-kind': isLabel ? 'label' : cellKind(column.widget),
    'data-changed': shown.changed.includes(name),
    'data-invalid': error !== undefined,
  }
  if (editing) {
    return (
      <td {...common} data-editing>
        <CellEditor
          field={column}
          rowLabel={label}
          value={value}
          labels={known}
          error={error}
          onChange={(next, chosen) => actions.setCell(id, { field: column, value: next, labels: chosen })}
          onProblem={(problem) => actions.onProblem(id, name, problem)}
          onLeave={(leave) => actions.leaveCell(id, name, leave)}
        />
      </td>
    )
  }
  const empty = value === null || value === undefined || value === ''
  const linked = linkedId(column, (other) => (other === 'id' ? shown.row?.id : values[other]))
  const plain = isLabel && to !== null ? withoutLink(column) : column
  const cell = isUnknown(shown, name) ? (
    <span className="mq-unseen">Shown once it is saved</span>
  ) : (
    <Cell field={plain} value={value} labels={known} brief linkId={linked} />
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table has the keys of all its cells.
    <td
      {...common}
      tabIndex={-1}
      {...(editable ? { 'data-editable': true } : { 'aria-readonly': true })}
      {...(error === undefined ? {} : { 'aria-invalid': true })}
      onMouseEnter={titleWhenCut}
      onClick={(event) => {
        if (editable && (event.target as Element).closest('a, button') === null) actions.editCell(id, name)
      }}
    >
      {isLabel ? <Label to={to}>{empty ? label : cell}</Label> : cell}
    </td>
  )
}

function Label({ to, children }: { readonly to: string | null; readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  if (to === null) return <span className="mq-row-label">{children}</span>
  const state: RecordState = { listAddress: pathname + search }
  return (
    <Link data-stop className="mq-row-label mq-row-link" tabIndex={-1} to={to} state={state}>
      {children}
    </Link>
  )
}

/** Of a cell that leads to the row's page what its value leads to is the same, or else one link would stand in another. */
function withoutLink(column: ListColumn): ListColumn {
  const { link: _, ...props } = column.props
  return { ...column, props }
}
