import { RelationInput } from './relation-input.tsx'
import type { WidgetProps } from './widget.ts'

/** Offers all records at once, for short lists. */
export function DropRelatedWidget(props: WidgetProps) {
  return <RelationInput {...props} remote={false} />
}
