import { type ComponentType, lazy } from 'react'
import { createRegistry, type Registry } from '../registry/registry.ts'
import { BooleanWidget } from './boolean.tsx'
import { DecimalWidget } from './decimal.tsx'
import { DropRelatedWidget } from './drop-related.tsx'
import { EmailWidget } from './email.tsx'
import { EnumWidget } from './enum.tsx'
import { FileWidget } from './file.tsx'
import { ImageWidget } from './image.tsx'
import { IntegerWidget } from './integer.tsx'
import { JsonWidget } from './json.tsx'
import { MoneyWidget } from './money.tsx'
import { MultiEnumWidget } from './multi-enum.tsx'
import { RangeWidget } from './range.tsx'
import { RelatedWidget } from './related.tsx'
import { SecretWidget } from './secret.tsx'
import { TextWidget } from './text.tsx'
import { TextareaWidget } from './textarea.tsx'
import { TimezoneWidget } from './timezone.tsx'
import { UrlWidget } from './url.tsx'
import type { Widget, WidgetProps } from './widget.ts'

/** A widget that brings much code stays out of the form's own chunk. */
function heavy<N extends string>(
  name: N,
  load: () => Promise<Record<N, ComponentType<WidgetProps>>>,
): ComponentType<WidgetProps> {
  return lazy<ComponentType<WidgetProps>>(() => load().then((module) => ({ default: module[name] })))
}

export const widgets: Registry<Widget> = createRegistry<Widget>([
  ['text', { component: TextWidget, stretches: true }],
  ['textarea', { component: TextareaWidget, wide: true }],
  ['integer', { component: IntegerWidget }],
  ['decimal', { component: DecimalWidget }],
  ['boolean', { component: BooleanWidget, neverEmpty: true }],
  ['date', { component: heavy('DateWidget', () => import('./date.tsx')) }],
  ['datetime', { component: heavy('DatetimeWidget', () => import('./datetime.tsx')) }],
  ['time', { component: heavy('TimeWidget', () => import('./time.tsx')) }],
  ['enum', { component: EnumWidget }],
  ['multi-enum', { component: MultiEnumWidget }],
  ['money', { component: MoneyWidget }],
  ['range', { component: RangeWidget }],
  ['slider', { component: heavy('SliderWidget', () => import('./slider.tsx')) }],
  ['source', { component: heavy('SourceWidget', () => import('./source.tsx')) }],
  ['related', { component: RelatedWidget, stretches: true }],
  ['drop-related', { component: DropRelatedWidget }],
  ['image', { component: ImageWidget }],
  ['file', { component: FileWidget }],
  ['color', { component: heavy('ColorWidget', () => import('./color.tsx')) }],
  ['cron', { component: heavy('CronWidget', () => import('./cron.tsx')) }],
  ['json', { component: JsonWidget, wide: true }],
  ['html', { component: heavy('HtmlWidget', () => import('./html.tsx')), wide: true }],
  ['timezone', { component: TimezoneWidget }],
  ['url', { component: UrlWidget, stretches: true }],
  ['email', { component: EmailWidget }],
  ['secret', { component: SecretWidget }],
  ['choice', { component: heavy('ChoiceWidget', () => import('./choice.tsx')) }],
])

/** An unknown widget is text: the value stays visible and, when it is text, editable. */
export function widgetOf(name: string): Widget {
  return widgets.get(name) ?? { component: TextWidget }
}
