import type { ListColumn } from '../../../shared/page.ts'

/** Edits the value of one condition, as the text the filter holds: one, or several for a list. */
export interface FilterInputProps {
  readonly column: ListColumn
  readonly list: boolean
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}
