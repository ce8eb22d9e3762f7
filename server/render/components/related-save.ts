import { AppError } from '../../errors.ts'
import type { ComponentSave, SaveContext } from '../save/component-save.ts'
import { saveChildren } from './related-children.ts'
import { type ParsedEdits, parseEdits, wrong } from './related-edits.ts'
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
  refuseUnrelated(plan, parsed, context)
  const known = await changedRows(plan, parsed, context)
  // of a list that must not be empty
  const memberPlace = (member: string): string | null => (member === plan.rows.relation.key ? '/add' : null)
  if (plan.rows.kind !== 'children') return { ...(await saveJoined(plan, parsed, known, context)), memberPlace }
  await requireThere(plan, parsed, context)
  return { ...saveChildren(plan, parsed, context), memberPlace }
}

/** What is made here belongs to the page's record: where the caller may not say so, it would belong to nothing. */
function refuseUnrelated({ rows }: RelatedPlan, { add }: ParsedEdits, { type }: SaveContext): void {
  const field = rows.kind === 'children' ? rows.own : type?.fields.get(rows.relation.field ?? '')
  if (add.length === 0 || field?.readOnly !== true) return
  throw new AppError(add.map(({ pointer }) => wrong(pointer, `expected none: ${field.label} cannot be changed`)))
}
