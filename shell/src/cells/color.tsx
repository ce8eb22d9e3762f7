import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

export function ColorCell({ value }: CellProps) {
  const color = plainText(value)
  return (
    <span className="mq-swatch-cell">
      <span className="mq-swatch" style={{ backgroundColor: color }} aria-hidden="true" />
      <code>{color}</code>
    </span>
  )
}
