import type { ComponentType } from 'react'
import { createRegistry, type Registry } from '../registry/registry.ts'
import { BooleanCell } from './boolean.tsx'
import type { CellProps } from './cell.tsx'
import { ColorCell } from './color.tsx'
import { DateCell, DatetimeCell } from './date.tsx'
import { EnumCell } from './enum.tsx'
import { HtmlCell } from './html.tsx'
import { ImageCell } from './image.tsx'
import { EmailCell, FileCell, UrlCell } from './link.tsx'
import { MoneyCell } from './money.tsx'
import { DecimalCell, IntegerCell, RangeCell } from './number.tsx'
import { RelatedCell } from './related.tsx'
import { CodeCell } from './text.tsx'

/** How each widget's value is read. A widget that is not here reads as plain text. */
export const cells: Registry<ComponentType<CellProps>> = createRegistry<ComponentType<CellProps>>([
  ['integer', IntegerCell],
  ['decimal', DecimalCell],
  ['slider', DecimalCell],
  ['range', RangeCell],
  ['money', MoneyCell],
  ['boolean', BooleanCell],
  ['date', DateCell],
  ['datetime', DatetimeCell],
  ['enum', EnumCell],
  ['multi-enum', EnumCell],
  ['source', RelatedCell],
  ['related', RelatedCell],
  ['drop-related', RelatedCell],
  ['image', ImageCell],
  ['file', FileCell],
  ['url', UrlCell],
  ['email', EmailCell],
  ['color', ColorCell],
  ['html', HtmlCell],
  ['json', CodeCell],
  ['cron', CodeCell],
])

const NUMERIC = new Set(['integer', 'decimal', 'slider', 'range', 'money'])

/** Columns of numbers stand right, so that their digits line up. */
export function isNumeric(widget: string): boolean {
  return NUMERIC.has(widget)
}
