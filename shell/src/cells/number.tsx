import { Link } from 'react-router'
import { pageLink } from '../routing/links.ts'
import { usePage } from '../routing/page-context.ts'
import { readRange } from '../widgets/range-value.ts'
import { numberProp, textProp } from '../widgets/widget.ts'
import type { CellProps } from './cell.tsx'
import { formatDecimal } from './decimal.ts'
import { plainText } from './plain-text.ts'
import { formatRange } from './range.ts'

/** Ungrouped: whole numbers are as often years and keys as amounts. */
export function IntegerCell({ field, value, linkId }: CellProps) {
  const { asPrevious } = usePage()
  const link = field.props.link
  const text = withUnit(plainText(value), textProp(field, 'unit'))
  if (link === undefined || linkId === undefined) return text
  return <Link to={pageLink(link.pageKey, linkId, asPrevious)}>{text}</Link>
}

export function DecimalCell({ field, value }: CellProps) {
  return withUnit(formatDecimal(plainText(value), numberProp(field, 'precision')), textProp(field, 'unit'))
}

export function RangeCell({ field, value }: CellProps) {
  const unit = textProp(field, 'unit')
  const text = formatRange(readRange(value))
  return text === null ? <span className="mq-none">–</span> : withUnit(text, unit)
}

function withUnit(text: string, unit: string | undefined): string {
  return unit === undefined ? text : `${text} ${unit}`
}
