import type { ComponentSave, SaveContext } from '../save/component-save.ts'
import { saveChildren } from './related-children.ts'
import { parseEdits } from './related-edits.ts'
import { saveJoined } from './related-joined.ts'
import { changedRows, requireThere } from './related-known.ts'
import type { RelatedPlan } from './related-plan.ts'

/**
 * What the edits of a related list come to.
 *
 * @throws {AppError} VALIDATION, UNKNOWN_FIELD with pointers from the edits on.
 */
export async function saveRelated(plan: RelatedPlan, edits: unknown, context: SaveContext): Promise<ComponentSave> {
  const parsed = parseEdits(edits, plan, context)
  const known = await changedRows(plan, parsed, context)
  // of a list that must not be empty
  const memberPlace = (member: string): string | null => (member === plan.rows.relation.key ? '/add' : null)
  if (plan.rows.kind !== 'children') return { ...(await saveJoined(plan, parsed, known, context)), memberPlace }
  await requireThere(plan, parsed, context)
  return { ...saveChildren(plan, parsed, context), memberPlace }
}
