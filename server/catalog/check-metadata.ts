import { AppError, type Problem } from '../errors.ts'
import type { MetadataRows } from './build.ts'
import { fieldProblems } from './check-fields.ts'
import { mediaTypeProblems, referredFieldProblems } from './check-mediatypes.ts'
import { pageProblems } from './check-pages.ts'
import { unknownProps } from './check-props.ts'
import { clashingRelations, relatedProblems } from './check-relateds.ts'
import { wrongOptions } from './component-options.ts'
import type { MetadataProblem } from './metadata-problem.ts'
import type { Subject } from './table-change.ts'

export type { MetadataProblem } from './metadata-problem.ts'

/**
 * Everything that is wrong with metadata: names, types, props, and what refers to something that is not there. A
 * catalog may be built of rows without such problems only; those of system media types are taken as they are.
 */
export function metadataProblems(rows: MetadataRows): readonly MetadataProblem[] {
  const each = [...mediaTypeProblems(rows), ...fieldProblems(rows), ...relatedProblems(rows)]
  const sound = soundRelations(rows, each)
  const together = [...clashingRelations(sound), ...referredFieldProblems(sound)]
  return [...each, ...together, ...pageProblems(rows)]
}

/** How relations stand to each other is asked of those that are sound by themselves. */
function soundRelations(rows: MetadataRows, problems: readonly MetadataProblem[]): MetadataRows {
  const wrong = new Set(problems.flatMap(({ subject }) => (subject.table === 'adm_relateds' ? [subject.id] : [])))
  if (wrong.has(undefined)) return { ...rows, relateds: [] }
  return { ...rows, relateds: rows.relateds.filter(({ id }) => !wrong.has(id)) }
}

/**
 * What is wrong with metadata and was not before: what was there already, whatever it is called by now, stands in
 * nobody's way.
 *
 * @param asked the rows as they were written, before names in them followed what was renamed
 */
export function freshProblems(rows: MetadataRows, before: MetadataRows, asked = rows): readonly MetadataProblem[] {
  const key = ({ subject: { table, id }, title, member, detail }: MetadataProblem): string =>
    JSON.stringify([table, id ?? title, member, detail])
  const known = new Set(metadataProblems(before).map(key))
  const fresh = metadataProblems(rows).filter((problem) => !known.has(key(problem)))
  return [...fresh, ...unknownProps(rows, before), ...wrongOptions(asked, before)]
}

/**
 * Refuses metadata that is wrong.
 *
 * @throws {AppError} VALIDATION with every problem.
 */
export function refuseProblems(
  problems: readonly MetadataProblem[],
  pointerOf: (subject: Subject, member: string) => string | undefined = () => undefined,
): void {
  if (problems.length === 0) return
  throw new AppError(
    problems.map(({ subject, title, member, detail }): Problem => {
      const pointer = pointerOf(subject, member)
      const told = { code: 'VALIDATION', detail: `${title}, ${member}: ${detail}` } as const
      return pointer === undefined ? told : { ...told, pointer }
    }),
  )
}
