import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ListData, ListSchema } from '../../../../shared/page.ts'
import type { ChangeQuery } from './use-list-query.ts'

const COUNT = new Intl.NumberFormat()

export function Pager({
  data,
  schema,
  change,
  label = 'Pages',
}: {
  readonly data: Pick<ListData, 'page' | 'pageSize' | 'pageCount' | 'rowCount' | 'rows'>
  readonly schema: Pick<ListSchema, 'pageSizes' | 'defaultPageSize'>
  readonly change: ChangeQuery
  readonly label?: string
}) {
  const { page, pageSize, pageCount, rowCount, rows } = data
  const first = page * pageSize + 1
  const sizes = [...new Set([...schema.pageSizes, pageSize])].sort((a, b) => a - b)
  const go = (to: number) => () => change({ page: to })
  const last = pageCount - 1
  return (
    <nav className="mq-pager" aria-label={label}>
      <span className="mq-pager-count" role="status">
        {rows.length === 0
          ? `None of ${COUNT.format(rowCount)}`
          : `${COUNT.format(first)}–${COUNT.format(page * pageSize + rows.length)} of ${COUNT.format(rowCount)}`}
      </span>
      {sizes.length > 1 && (
        <select
          className="mq-select"
          aria-label="Records per page"
          value={pageSize}
          onChange={(event) => {
            const size = Number(event.target.value)
            change({ pageSize: size === schema.defaultPageSize ? 0 : size })
          }}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
      )}
      <Button
        size="small"
        type="text"
        icon={<DoubleLeftOutlined />}
        aria-label="First page"
        disabled={page <= 0}
        onClick={go(0)}
      />
      <Button
        size="small"
        type="text"
        icon={<LeftOutlined />}
        aria-label="Previous page"
        disabled={page <= 0}
        onClick={go(page - 1)}
      />
      <span className="mq-pager-page">
        Page {COUNT.format(page + 1)} of {COUNT.format(Math.max(1, pageCount))}
      </span>
      <Button
        size="small"
        type="text"
        icon={<RightOutlined />}
        aria-label="Next page"
        disabled={page >= last}
        onClick={go(page + 1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DoubleRightOutlined />}
        aria-label="Last page"
        disabled={page >= last}
        onClick={go(last)}
      />
    </nav>
  )
}
