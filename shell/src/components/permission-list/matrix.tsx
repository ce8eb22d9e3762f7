import { useRef } from 'react'
import { MARKS, type Mark, type PermissionCategoryKey, type PermissionRow } from '../../../../shared/permission-list.ts'
import { useWindow } from '../../interaction/use-window.ts'
import { FIELD_CHOICES, type FieldChoice } from './edits.ts'
import { LINE_HEIGHT } from './line-height.ts'
import { foundRows, type Line } from './lines.ts'
import { ColumnHead, MatrixLine } from './matrix-line.tsx'
import { CHOICE_LABELS, MARK_LABELS } from './texts.ts'
import { useGridKeys } from './use-grid-keys.ts'

export interface MatrixActions {
  readonly onMark: (row: PermissionRow, mark: Mark, given: boolean) => void
  readonly onChoice: (row: PermissionRow, choice: FieldChoice) => void
  readonly onOpen: (key: string, open: boolean) => void
  readonly onAll: (column: Mark | FieldChoice, given: boolean) => void
}

interface MatrixProps extends MatrixActions {
  readonly label: string
  readonly category: PermissionCategoryKey
  readonly lines: readonly Line[]
  readonly changed: (key: string) => boolean
  readonly readOnly: boolean
  /** Something may come from elsewhere, and there is a column for it. */
  readonly inherits: boolean
}

/** Things by rights, line by line; of many lines only those in sight are drawn. */
export function Matrix({ label, category, lines, changed, readOnly, inherits, ...actions }: MatrixProps) {
  const box = useRef<HTMLDivElement>(null)
  const { from, to } = useWindow(box, lines.length, LINE_HEIGHT)
  const { onFocus, onKeyDown } = useGridKeys(box, lines.length)
  const columns = category === 'fields' ? FIELD_CHOICES : MARKS
  const rows = foundRows(lines)
  const width = columns.length + (inherits ? 2 : 1)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it holds the focus while the line that was moved to is drawn.
    <div ref={box} className="mq-matrix" data-category={category} tabIndex={-1} onKeyDown={onKeyDown}>
      <table aria-label={label} aria-rowcount={lines.length + 1} onFocus={(event) => onFocus(event.target)}>
        <colgroup>
          <col />
          {columns.map((column) => (
            <col key={column} className="mq-matrix-mark" />
          ))}
          {inherits && <col className="mq-matrix-from" />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Name</th>
            {columns.map((column) => (
              <ColumnHead key={column} column={column} rows={rows} readOnly={readOnly} onAll={actions.onAll}>
                {{ ...MARK_LABELS, ...CHOICE_LABELS }[column]}
              </ColumnHead>
            ))}
            {inherits && <th scope="col">From elsewhere</th>}
          </tr>
        </thead>
        <tbody>
          <Space lines={from} columns={width} />
          {lines.slice(from, to).map((line, index) => (
            <MatrixLine
              key={line.key}
              line={line}
              at={from + index}
              columns={columns}
              changed={line.kind === 'row' && changed(line.key)}
              readOnly={readOnly}
              inherits={inherits}
              {...actions}
            />
          ))}
          <Space lines={lines.length - to} columns={width} />
        </tbody>
      </table>
    </div>
  )
}

function Space({ lines, columns }: { readonly lines: number; readonly columns: number }) {
  if (lines === 0) return null
  return (
    <tr className="mq-matrix-space">
      <td colSpan={columns} style={{ height: lines * LINE_HEIGHT }} />
    </tr>
  )
}
