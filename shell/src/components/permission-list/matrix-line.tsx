import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Mark, PermissionRow } from '../../../../shared/permission-list.ts'
import { ChoiceCell } from './choice-cell.tsx'
import { type FieldChoice, fieldChoice, inheritedMarks } from './edits.ts'
import type { Line } from './lines.ts'
import { MarkCell } from './mark-cell.tsx'
import type { MatrixActions } from './matrix.tsx'
import { origins, overruled } from './texts.ts'

interface MatrixLineProps extends MatrixActions {
  readonly line: Line
  /** Place among all lines. */
  readonly at: number
  readonly columns: readonly (Mark | FieldChoice)[]
  readonly changed: boolean
  readonly readOnly: boolean
  readonly inherits: boolean
}

export function MatrixLine({ line, at, columns, changed, readOnly, inherits, onOpen, ...actions }: MatrixLineProps) {
  if (line.kind === 'heading') {
    const { key, label, count, held, open } = line
    return (
      <tr className="mq-matrix-heading" aria-rowindex={at + 2}>
        <th scope="rowgroup" colSpan={columns.length + (inherits ? 2 : 1)} data-cell={`${at}:0`}>
          <button type="button" tabIndex={-1} aria-expanded={open} onClick={() => onOpen(key, !open)}>
            <Caret open={open} />
            {label}
            <span className="mq-matrix-count">{held === 0 ? count : `${held} of ${count}`}</span>
          </button>
        </th>
      </tr>
    )
  }
  const { key, row, depth, branches, open } = line
  const from = origins(row)
  const note = overruled(row)
  return (
    <tr data-row={key} data-changed={changed} data-gone={row.gone} data-context={line.context} aria-rowindex={at + 2}>
      <th scope="row" style={{ paddingInlineStart: 12 + depth * 18 }} title={row.name ?? undefined}>
        {branches ? (
          <button
            type="button"
            className="mq-matrix-branch"
            aria-expanded={open}
            aria-label={`${open ? 'Close' : 'Open'} ${row.label}`}
            onClick={() => onOpen(key, !open)}
          >
            <Caret open={open} />
          </button>
        ) : (
          <span className="mq-matrix-leaf" />
        )}
        <span className="mq-matrix-name">{row.label}</span>
        {row.gone && <span className="mq-matrix-gone">no longer there</span>}
        {changed && <span className="mq-dot" role="img" aria-label="changed" title="Changed" />}
      </th>
      {columns.map((column, index) => (
        <td key={column} data-cell={`${at}:${index}`}>
          {isMark(column) ? (
            <MarkCell row={row} mark={column} readOnly={readOnly} onMark={actions.onMark} />
          ) : (
            <ChoiceCell row={row} choice={column} readOnly={readOnly} onChoice={actions.onChoice} />
          )}
        </td>
      ))}
      {inherits && (
        <td className="mq-matrix-origin" title={from}>
          {from}
          {note && <strong> {note}</strong>}
        </td>
      )}
    </tr>
  )
}

interface ColumnHeadProps {
  readonly column: Mark | FieldChoice
  /** Those in the matrix now. */
  readonly rows: readonly PermissionRow[]
  readonly readOnly: boolean
  readonly onAll: MatrixActions['onAll']
  readonly children: ReactNode
}

/** A column's name, and a box that gives or takes what is in the matrix at once. */
export function ColumnHead({ column, rows, readOnly, onAll, children }: ColumnHeadProps) {
  const box = useRef<HTMLInputElement>(null)
  const open = rows.filter((row) => !isMark(column) || row.givable.includes(column))
  const given = open.filter((row) =>
    isMark(column) ? row.own?.[column] === true || inheritedMarks(row)[column] : fieldChoice(row.own) === column,
  )
  const all = open.length > 0 && given.length === open.length
  const some = given.length > 0 && !all
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <th scope="col" className="mq-matrix-column">
      <span className="mq-matrix-head">
        {children}
        {!readOnly && (
          <input
            ref={box}
            type="checkbox"
            className="mq-mark"
            checked={all}
            disabled={open.length === 0 || (all && !isMark(column))}
            title={`${all && isMark(column) ? 'Take from' : 'Set for'} all ${open.length} that are shown`}
            aria-label={`${String(children)} for all shown`}
            onChange={() => onAll(column, !all)}
          />
        )}
      </span>
    </th>
  )
}

const isMark = (column: Mark | FieldChoice): column is Mark => column.startsWith('can')

function Caret({ open }: { readonly open: boolean }) {
  return open ? <CaretDownOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />
}
