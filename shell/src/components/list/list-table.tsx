import { Checkbox } from 'antd'
import { useRef } from 'react'
import type { ListData } from '../../../../shared/page.ts'
import { HeaderCell } from './header-cell.tsx'
import type { ListBodyProps } from './list-body.tsx'
import { Row } from './row.tsx'
import { parseSort, printSort, toggleSort } from './sort.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useScrollEdges } from './use-scroll-edges.ts'

export function ListTable(props: ListBodyProps & { readonly data: ListData }) {
  const { schema, columns, data, query, change, selection, active, linkOf, open, label } = props
  const table = useRef<HTMLTableElement>(null)
  const sort = parseSort(query.sort ?? data.sort ?? schema.defaultSort)
  const linkField = columns.some((column) => column.name === schema.labelField) ? schema.labelField : columns[0]?.name
  const onSort = (field: string, add: boolean) => {
    const next = printSort(toggleSort(sort, field, add))
    change({ sort: next === schema.defaultSort ? '' : next })
  }
  const edges = useScrollEdges()
  useRowKeys({ ...props, table })
  const focusable = active >= 0 && active < data.rows.length ? active : 0
  return (
    <div ref={edges} className="mq-table-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="mq-table-scroll" data-busy={props.busy} aria-label={`${label}, table`} tabIndex={0}>
        <table ref={table} className="mq-table" aria-label={label}>
          <thead>
            <tr>
              <th scope="col" className="mq-cell-check">
                <Checkbox
                  aria-label="Select all on this page"
                  checked={selection.all}
                  indeterminate={selection.some}
                  onChange={selection.toggleAll}
                />
              </th>
              {columns.map((column) => (
                <HeaderCell
                  key={column.name}
                  column={column}
                  isLabel={column.name === linkField}
                  sort={sort}
                  onSort={onSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row, index) => (
              <Row
                key={row.id}
                row={row}
                index={index}
                columns={columns}
                linkField={linkField}
                labelField={schema.labelField}
                to={linkOf(row.id)}
                open={open}
                focusable={index === focusable}
                selected={selection.ids.has(row.id)}
                onToggle={selection.toggle}
                onActive={props.onActive}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
