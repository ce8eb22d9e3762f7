import { Checkbox } from 'antd'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { ListColumn, ListRow, RelatedLabel } from '../../../../shared/page.ts'
import { Cell } from '../../cells/cell.tsx'
import { cellKind } from '../../cells/index.ts'
import { plainText } from '../../cells/plain-text.ts'
import { linkedId } from '../../routing/linked-id.ts'
import type { RecordState } from '../../routing/links.ts'
import { titleWhenCut } from './title-when-cut.ts'

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
            brief
            linkId={linkedId(column, (name) => (name === 'id' ? row.id : row.values[name]))}
          />
        )
        const isLabel = column.name === linkField
        return (
          <td
            key={column.name}
            data-field={column.name}
            data-kind={isLabel ? 'label' : cellKind(column.widget)}
            onMouseEnter={titleWhenCut}
          >
            {isLabel ? (
              <Label to={to}>{value === null || value === undefined || value === '' ? name : cell}</Label>
            ) : (
              cell
            )}
          </td>
        )
      })}
    </tr>
  )
})

function Label({ to, children }: { readonly to: string | null; readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  if (to === null) return <span className="mq-row-label">{children}</span>
  return (
    <Link className="mq-row-label mq-row-link" to={to} state={{ listAddress: pathname + search } satisfies RecordState}>
      {children}
    </Link>
  )
}
