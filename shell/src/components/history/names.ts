import type { RelatedNames } from '../../../../shared/history.ts'
import type { RelatedLabel } from '../../../../shared/page.ts'

export function mergeNames(one: RelatedNames, other: RelatedNames): RelatedNames {
  const merged: Record<string, Readonly<Record<string, string>>> = { ...one }
  for (const [mediaType, names] of Object.entries(other)) merged[mediaType] = { ...merged[mediaType], ...names }
  return merged
}

/** The names of a media type's records as widgets and cells take them. */
export function labelsIn(names: RelatedNames, mediaType: string): readonly RelatedLabel[] {
  return Object.entries(names[mediaType] ?? {}).map(([id, label]) => ({ id: Number(id), label }))
}
