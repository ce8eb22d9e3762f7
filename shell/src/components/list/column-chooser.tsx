import { ArrowDownOutlined, ArrowUpOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import type { ListColumn } from '../../../../shared/page.ts'
import { move } from '../../widgets/related-value.ts'
import { type ColumnChoice, isVisible, orderColumns, visibleColumns } from './columns.ts'

interface ColumnChooserProps {
  readonly columns: readonly ListColumn[]
  readonly choice: ColumnChoice | null
  readonly onChoice: (choice: ColumnChoice | null) => void
}

/** Which columns are shown, and in which order. */
export function ColumnChooser(props: ColumnChooserProps) {
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Chooser {...props} />}>
      <Button type="text" icon={<TableOutlined />} aria-haspopup="dialog" aria-label="Columns" title="Columns" />
    </Popover>
  )
}

function Chooser({ columns, choice, onChoice }: ColumnChooserProps) {
  const ordered = orderColumns(columns, choice)
  const shown = visibleColumns(columns, choice)
  const choose = (order: readonly ListColumn[], visible: Readonly<Record<string, boolean>> = choice?.visible ?? {}) =>
    onChoice({ order: order.map((column) => column.name), visible })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that a popover has no use for.
    <div className="mq-chooser" role="group" aria-label="Columns">
      <ul>
        {ordered.map((column, index) => (
          <li key={column.name}>
            <Checkbox
              checked={shown.includes(column)}
              disabled={shown.length === 1 && shown.includes(column)}
              onChange={(event) => choose(ordered, { ...choice?.visible, [column.name]: event.target.checked })}
            >
              <span data-off={!isVisible(column, choice)}>{column.label}</span>
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={`Move ${column.label} up`}
              disabled={index === 0}
              onClick={() => choose(move(ordered, index, -1))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={`Move ${column.label} down`}
              disabled={index === ordered.length - 1}
              onClick={() => choose(move(ordered, index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button size="small" disabled={choice === null} onClick={() => onChoice(null)}>
        Reset
      </Button>
    </div>
  )
}
