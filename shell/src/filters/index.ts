import type { ComponentType } from 'react'
import type { ListColumn } from '../../../shared/page.ts'
import { lazyPart } from '../interaction/lazy-part.ts'
import { createRegistry } from '../registry/registry.ts'
import { BooleanFilter } from './boolean.tsx'
import { EnumFilter } from './enum.tsx'
import type { FilterInputProps } from './filter-input.ts'
import { NumberFilter } from './number.tsx'
import { TextFilter } from './text.tsx'

const DateFilter = lazyPart(() => import('./date.tsx').then((module) => module.DateFilter))
const DatetimeFilter = lazyPart(() => import('./datetime.tsx').then((module) => module.DatetimeFilter))
const TimeFilter = lazyPart(() => import('./time.tsx').then((module) => module.TimeFilter))
const TimezoneFilter = lazyPart(() => import('./timezone.tsx').then((module) => module.TimezoneFilter))
const RelatedFilter = lazyPart(() => import('./related.tsx').then((module) => module.RelatedFilter))

/** How the value of a condition is entered, by the column's widget; anything else as text. */
const inputs = createRegistry<ComponentType<FilterInputProps>>([
  ['integer', NumberFilter],
  ['decimal', NumberFilter],
  ['slider', NumberFilter],
  ['money', NumberFilter],
  ['boolean', BooleanFilter],
  ['enum', EnumFilter],
  ['multi-enum', EnumFilter],
  ['date', DateFilter],
  ['datetime', DatetimeFilter],
  ['time', TimeFilter],
  ['timezone', TimezoneFilter],
  ['related', RelatedFilter],
  ['drop-related', RelatedFilter],
  ['source', RelatedFilter],
])

/** Conditions whose value has a nature of its own, whatever the column. */
const byOperator = createRegistry<ComponentType<FilterInputProps>>([
  ['isempty', BooleanFilter],
  ['ct', TextFilter],
  ['sw', TextFilter],
  ['ew', TextFilter],
  ['lk', TextFilter],
])

export function filterInputOf(
  column: ListColumn,
  choice: { readonly operator: string },
): ComponentType<FilterInputProps> {
  return byOperator.get(choice.operator) ?? inputs.get(column.widget) ?? TextFilter
}
