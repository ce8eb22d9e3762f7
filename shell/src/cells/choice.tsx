import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

/** A value that names a record: what it stands for, where that is known. */
export function ChoiceCell({ value, labels }: CellProps) {
  return labels.find(({ id }) => id === value)?.label ?? plainText(value)
}
