import type { EntityId } from '../../../shared/envelope.ts'
import type { FieldSchema, RelatedLabel } from '../../../shared/page.ts'
import type { RelatedType } from '../api/records.ts'

export function readIds(value: unknown): EntityId[] {
  if (Array.isArray(value)) return value.filter((id): id is EntityId => typeof id === 'number')
  return typeof value === 'number' ? [value] : []
}

/** `undefined` when the field does not say which records it relates to. */
export function relatedType(field: FieldSchema): RelatedType | undefined {
  const { relatedMediaType, relatedLabelField } = field
  return relatedMediaType && relatedLabelField
    ? { mediaType: relatedMediaType, labelField: relatedLabelField }
    : undefined
}

export function labelOf(labels: readonly RelatedLabel[], id: EntityId): string {
  return labels.find((label) => label.id === id)?.label ?? `#${id}`
}

/** @example move([1, 2, 3], 2, -1) // [1, 3, 2] */
export function move<T>(items: readonly T[], index: number, by: 1 | -1): T[] {
  const next = [...items]
  const [item] = next.splice(index, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(next.length, index + by)), 0, item)
  return next
}
