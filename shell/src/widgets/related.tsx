import { RelationInput } from './relation-input.tsx'
import type { WidgetProps } from './widget.ts'

/** Finds records by what is typed. */
export function RelatedWidget(props: WidgetProps) {
  return <RelationInput {...props} remote />
}
