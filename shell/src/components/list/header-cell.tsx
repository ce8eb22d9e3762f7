import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { ListColumn } from '../../../../shared/page.ts'
import { cellKind } from '../../cells/index.ts'
import type { SortTerm } from './sort.ts'

interface HeaderCellProps {
  readonly column: ListColumn
  readonly isLabel: boolean
  readonly sort: readonly SortTerm[]
  readonly onSort: (field: string, add: boolean) => void
}

export function HeaderCell({ column, isLabel, sort, onSort }: HeaderCellProps) {
  const place = sort.findIndex((term) => term.field === column.name)
  const term = sort[place]
  const direction = term ? (term.descending ? 'descending' : 'ascending') : 'none'
  return (
    <th
      scope="col"
      data-kind={isLabel ? 'label' : cellKind(column.widget)}
      {...(column.sortable ? { 'aria-sort': direction } : {})}
    >
      {column.sortable ? (
        <button
          type="button"
          className="mq-sort"
          title="Sort; hold shift to sort by several columns"
          onClick={(event) => onSort(column.name, event.shiftKey)}
        >
          <span>{column.label}</span>
          <span className="mq-sort-mark" aria-hidden="true">
            {term ? (
              term.descending ? (
                <ArrowDownOutlined />
              ) : (
                <ArrowUpOutlined />
              )
            ) : (
              <ArrowUpOutlined className="mq-sort-hint" />
            )}
            {term && sort.length > 1 && <sup>{place + 1}</sup>}
          </span>
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}
