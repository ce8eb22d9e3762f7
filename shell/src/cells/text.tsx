import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

export function CodeCell({ value }: CellProps) {
  return <code>{plainText(value)}</code>
}
