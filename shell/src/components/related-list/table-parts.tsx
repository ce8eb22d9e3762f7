import { Checkbox } from 'antd'
import type { ListColumn } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import { HeaderCell } from '../list/header-cell.tsx'
import type { SortTerm } from '../list/sort.ts'
import type { Selection } from '../list/use-selection.ts'

export interface TableSort {
  readonly terms: readonly SortTerm[]
  readonly onSort: (field: string, add: boolean) => void
}

interface TableHeadProps {
  readonly columns: readonly ListColumn[]
  readonly linkField: string | undefined
  readonly ordered: boolean
  readonly selection: Selection<RowName> | null
  readonly sort: TableSort
}

export function TableHead({ columns, linkField, ordered, selection, sort }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {ordered && (
          <th scope="col" className="mq-placecell">
            <span className="mq-unseen">Position</span>
          </th>
        )}
        {selection !== null && (
          <th scope="col" className="mq-cell-check">
            <Checkbox
              aria-label={ordered ? 'Select all' : 'Select all on this page'}
              checked={selection.all}
              indeterminate={selection.some}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell
            key={column.name}
            column={column}
            isLabel={column.name === linkField}
            sort={sort.terms}
            onSort={sort.onSort}
          />
        ))}
        <th scope="col" className="mq-rowacts">
          <span className="mq-unseen">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

/** What is wrong with the row above. */
export function ErrorLine({ columns, text }: { readonly columns: number; readonly text: string }) {
  return (
    <tr className="mq-rowerror">
      <td colSpan={columns} title={text}>
        <span role="alert">{text}</span>
      </td>
    </tr>
  )
}

/** In place of lines that are not drawn; the height in pixels. */
export function SpaceLine({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr className="mq-rowspace">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
