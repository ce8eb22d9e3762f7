import type { ComponentType } from 'react'
import { createRegistry, type Registry } from '../registry/registry.ts'
import { BooleanCell } from './boolean.tsx'
import type { CellProps } from './cell.tsx'
import { ChoiceCell } from './choice.tsx'
import { ColorCell } from './color.tsx'
import { DateCell, DatetimeCell, TimeCell } from './date.tsx'
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
  ['time', TimeCell],
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
  ['choice', ChoiceCell],
])

/** How a column of values takes its width: `number` and `compact` by what they hold, `text` with a share of the rest. */
export type CellKind = 'number' | 'compact' | 'text'

const KINDS = createRegistry<CellKind>([
  ...['integer', 'decimal', 'slider', 'range', 'money'].map((widget) => [widget, 'number'] as const),
  ...['date', 'datetime', 'time', 'boolean', 'enum', 'color', 'image'].map((widget) => [widget, 'compact'] as const),
])

/** Columns of numbers stand right, so that their digits line up. */
export function cellKind(widget: string): CellKind {
  return KINDS.get(widget) ?? 'text'
}
