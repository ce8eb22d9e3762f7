import type { EntityId } from '../../../shared/envelope.ts'
import type { ExplainedAction, Explanation } from '../../../shared/explanation.ts'
import { request } from './client.ts'

/** What somebody wants to know the reasons for. */
export interface WhyQuestion {
  readonly mediaType: string
  /** Null: of no record in particular. */
  readonly id: EntityId | null
  readonly action: ExplainedAction
  readonly field?: { readonly name: string; readonly label: string }
}

/** Why the user may do something, or may not. */
export function loadExplanation(question: WhyQuestion, signal?: AbortSignal): Promise<Explanation> {
  const { mediaType, id, action, field } = question
  const query = new URLSearchParams({ mediaType, action })
  if (id !== null) query.set('id', String(id))
  if (field !== undefined) query.set('field', field.name)
  return request(`/api/v2/permissions/explain?${query}`, { signal })
}
