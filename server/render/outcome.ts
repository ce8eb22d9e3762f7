import type { PageComponent } from '../catalog/catalog.ts'

/** How the evaluation of a component ended (specification, "States and transitions"). */
export type Outcome =
  | { readonly kind: 'Success'; readonly schema: object; readonly data: unknown }
  /** The component fetches its own data once mounted. */
  | { readonly kind: 'SuccessDataNull'; readonly schema: object; readonly data: null }
  | { readonly kind: 'SkippedHidden' }
  | { readonly kind: 'SkippedNoMapping' }
  | { readonly kind: 'Errored'; readonly error: unknown }

export interface Evaluated {
  readonly component: PageComponent
  readonly outcome: Outcome
  /** Milliseconds; null where it did not come to that. */
  readonly schemaMs: number | null
  readonly dataMs: number | null
}

export type Shown = Extract<Outcome, { readonly schema: object }>

/** The outcomes that appear in the response. */
export function isShown(outcome: Outcome): outcome is Shown {
  return outcome.kind === 'Success' || outcome.kind === 'SuccessDataNull'
}
