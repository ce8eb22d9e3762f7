import '../styles/cells.css'
import { memo } from 'react'
import type { FieldSchema, RelatedLabel } from '../../../shared/page.ts'
import { cells } from './index.ts'
import { plainText } from './plain-text.ts'

export interface CellProps {
  readonly field: FieldSchema
  readonly value: unknown
  readonly labels: readonly RelatedLabel[]
  /** Where the link of a number leads. */
  readonly linkId?: number | undefined
  /** One line of a list has no room for many values: the first ones stand for all. */
  readonly brief?: boolean
}

/** A value as it is read, not edited: in lists, and where versions are compared. */
export const Cell = memo(function Cell(props: CellProps) {
  const { field, value } = props
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="mq-none">–</span>
  }
  const Known = cells.get(field.widget)
  return Known ? <Known {...props} /> : plainText(value)
})
