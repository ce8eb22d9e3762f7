import type { RecordState } from '../routing/links.ts'

export type SaveStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: number; readonly created?: boolean; readonly count?: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** A record just created stands on a page of its own, which is told of it by the way there, not by a reload. */
export function createdStatus(state: RecordState | null): SaveStatus {
  const at = state?.createdAt
  return at !== undefined && at > performance.timeOrigin ? { kind: 'saved', at, created: true } : { kind: 'idle' }
}
