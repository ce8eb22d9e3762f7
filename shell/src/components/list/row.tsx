import { Checkbox } from 'antd'
import { type MouseEvent, memo } from 'react'
import { Link } from 'react-router'
import type { ListColumn, ListRow, RelatedLabel } from '../../../../shared/page.ts'
import { Cell } from '../../cells/cell.tsx'
import { isNumeric } from '../../cells/index.ts'
import { plainText } from '../../cells/plain-text.ts'
import { linkedId } from '../../routing/linked-id.ts'

interface RowProps {
  readonly row: ListRow
  readonly index: number
  readonly columns: readonly ListColumn[]
  readonly linkField: string | undefined
  readonly labelField: string
  readonly to: string | null
  readonly open: (id: number) => void
  readonly focusable: boolean
  readonly selected: boolean
  readonly onToggle: (id: number, range: boolean) => void
  readonly onActive: (index: number) => void
}

const NO_LABELS: readonly RelatedLabel[] = []

export const Row = memo(function Row(props: RowProps) {
  const { row, index, columns, linkField, to, selected } = props
  const name = plainText(row.values[props.labelField]) || `#${row.id}`
  const onClick = (event: MouseEvent) => {
    // A click that selects text, or lands on a control of the row's own, is not meant to open it.
    if (
      (event.target as Element).closest('a, button, input, label, .mq-cell-check') ||
      window.getSelection()?.isCollapsed === false
    )
      return
    props.open(row.id)
  }
  return (
    <tr
      data-id={row.id}
      data-selected={selected}
      data-opens={to !== null}
      tabIndex={props.focusable ? 0 : -1}
      onFocus={() => props.onActive(index)}
      onClick={to === null ? undefined : onClick}
    >
      <td className="mq-cell-check">
        <Checkbox
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={(event) => props.onToggle(row.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
        />
      </td>
      {columns.map((column) => {
        const value = row.values[column.name]
        const cell = (
          <Cell
            field={column}
            value={value}
            labels={row.labels[column.name] ?? NO_LABELS}
            linkId={linkedId(column, (name) => (name === 'id' ? row.id : row.values[name]))}
          />
        )
        const linked = to !== null && column.name === linkField
        return (
          <td
            key={column.name}
            data-field={column.name}
            data-numeric={isNumeric(column.widget)}
            onMouseEnter={titleWhenCut}
          >
            {linked ? (
              <Link className="mq-row-link" to={to}>
                {value === null || value === undefined || value === '' ? name : cell}
              </Link>
            ) : (
              cell
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** A text cut short shows whole on hover; measured only then, since measuring every cell would slow the list. */
function titleWhenCut(event: MouseEvent<HTMLTableCellElement>): void {
  const cell = event.currentTarget
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? ''
  else cell.removeAttribute('title')
}
