import type { CellProps } from './cell.tsx'
import { htmlText, plainText } from './plain-text.ts'

export function HtmlCell({ value }: CellProps) {
  return htmlText(plainText(value))
}
