import { CheckOutlined, MinusOutlined } from '@ant-design/icons'
import type { CellProps } from './cell.tsx'

export function BooleanCell({ value }: CellProps) {
  return (
    <span className="mq-bool" data-on={value === true}>
      {value === true ? <CheckOutlined aria-hidden="true" /> : <MinusOutlined aria-hidden="true" />}
      {value === true ? 'Yes' : 'No'}
    </span>
  )
}
