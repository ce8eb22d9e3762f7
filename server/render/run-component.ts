import type { PageComponent } from '../catalog/catalog.ts'
import type { ComponentMapper } from './components/component-mapper.ts'
import type { ComponentContext } from './context.ts'
import type { Evaluated, Outcome } from './outcome.ts'

/**
 * Evaluates one component. Nothing it does gets past here: whatever is thrown becomes the outcome Errored.
 * Data comes before the schema, whose permissions may have come with it.
 */
export async function runComponent(mapper: ComponentMapper | undefined, context: ComponentContext): Promise<Evaluated> {
  const { component } = context
  if (mapper === undefined) return ended(component, { kind: 'SkippedNoMapping' })
  let dataMs: number | null = null
  let schemaMs: number | null = null
  try {
    if (await mapper.hidden?.(context)) return ended(component, { kind: 'SkippedHidden' })
    const started = performance.now()
    const data = (await mapper.data(context)) ?? null
    dataMs = since(started)
    const mapping = performance.now()
    const schema = await mapper.schema(context)
    schemaMs = since(mapping)
    if (schema === null) throw new Error('the schema mapping gave null')
    const outcome: Outcome =
      data === null ? { kind: 'SuccessDataNull', schema, data } : { kind: 'Success', schema, data }
    return { component, outcome, schemaMs, dataMs }
  } catch (error) {
    return { component, outcome: { kind: 'Errored', error }, schemaMs, dataMs }
  }
}

function ended(component: PageComponent, outcome: Outcome): Evaluated {
  return { component, outcome, schemaMs: null, dataMs: null }
}

function since(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100
}
