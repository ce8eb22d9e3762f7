import { AppError, type Problem } from '../errors.ts'
import type { MetadataRows } from './build.ts'
import { fieldProblems } from './check-fields.ts'
import { mediaTypeProblems, referredFieldProblems } from './check-mediatypes.ts'
import { pageProblems } from './check-pages.ts'
import { clashingRelations, relatedProblems } from './check-relateds.ts'
import type { MetadataProblem } from './metadata-problem.ts'
import type { Subject } from './table-change.ts'

export type { MetadataProblem } from './metadata-problem.ts'

/**
 * Everything that is wrong with metadata: names, types, props, and what refers to something that is not there. A
 * catalog may be built of rows without such problems only; those of system media types are taken as they are.
 */
export function metadataProblems(rows: MetadataRows): readonly MetadataProblem[] {
  const each = [...mediaTypeProblems(rows), ...fieldProblems(rows), ...relatedProblems(rows)]
  const together = each.length > 0 ? [] : [...clashingRelations(rows), ...referredFieldProblems(rows)]
  return [...each, ...together, ...pageProblems(rows)]
}

/**
 * Refuses metadata that is wrong.
 *
 * @param before what was there already and wrong then stands in nobody's way.
 * @throws {AppError} VALIDATION with every problem.
 */
export function refuseProblems(
  problems: readonly MetadataProblem[],
  before: readonly MetadataProblem[] = [],
  pointerOf: (subject: Subject, member: string) => string | undefined = () => undefined,
): void {
  const key = ({ title, member, detail }: MetadataProblem): string => JSON.stringify([title, member, detail])
  const known = new Set(before.map(key))
  const fresh = problems.filter((problem) => !known.has(key(problem)))
  if (fresh.length === 0) return
  throw new AppError(
    fresh.map(({ subject, title, member, detail }): Problem => {
      const pointer = pointerOf(subject, member)
      const told = { code: 'VALIDATION', detail: `${title}, ${member}: ${detail}` } as const
      return pointer === undefined ? told : { ...told, pointer }
    }),
  )
}
