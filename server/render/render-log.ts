import { AppError } from '../errors.ts'
import type { Evaluated } from './outcome.ts'

/** The part of the service's log that a render writes to. */
export interface RenderLog {
  readonly info: (event: string, fields: Readonly<Record<string, unknown>>) => void
  readonly warn: (event: string, fields: Readonly<Record<string, unknown>>) => void
  readonly error: (event: string, fields: Readonly<Record<string, unknown>>) => void
}

export interface RenderedPage {
  readonly requestId: string
  readonly pageKey: string
  readonly itemId: string | undefined
  readonly ms: number
}

/** One line a render, one more per component that failed or that no mapper claims (specification, "Events"). */
export function logRender(log: RenderLog, page: RenderedPage, evaluated: readonly Evaluated[]): void {
  const { requestId, pageKey, itemId } = page
  for (const { component, outcome } of evaluated) {
    const place = { requestId, pageKey, itemId, componentKey: component.key, type: component.type }
    if (outcome.kind === 'Errored') log.error('[Render-ComponentFailure]', { ...place, ...causeOf(outcome.error) })
    if (outcome.kind === 'SkippedNoMapping') log.warn('[Render-NoMapping]', place)
  }
  log.info('[RenderV2-Stats]', {
    ...page,
    components: evaluated.map(({ component, outcome, schemaMs, dataMs }) => ({
      key: component.key,
      type: component.type,
      outcome: outcome.kind,
      schemaMs,
      dataMs,
    })),
  })
}

/** What went wrong, as a line of the log has it. */
export function causeOf(error: unknown): Readonly<Record<string, unknown>> {
  const codes = error instanceof AppError ? { codes: error.problems.map(({ code }) => code) } : {}
  return { cause: error instanceof Error ? error : String(error), ...codes }
}
