import { FilterSyntaxError } from '../../../shared/filter-ast.ts'
import { parseFilter } from '../../../shared/filter-parse.ts'
import type { MediaType } from '../../catalog/catalog.ts'
import { type Rights, UNRESTRICTED } from '../../catalog/rights.ts'
import { seenCatalog } from '../../catalog/seen-catalog.ts'
import { AppError, type Problem } from '../../errors.ts'
import { type Binding, bindingOf, type ReadOptions } from '../../query/bind.ts'
import { bindFilter } from '../../query/bind-filter.ts'
import { bindOrder } from '../../query/bind-order.ts'
import type { Expansions } from '../../query/content-criteria.ts'
import { sortKeys } from '../../query/parse.ts'
import { EVERYTHING, Values } from '../../query/plan.ts'
import type { EffectContext } from '../../write/effects.ts'
import { highlightsFault } from './body.ts'
import type { Criteria } from './criteria.ts'

/** Where the parts of saved criteria stand. */
export type Part = 'mediatype' | 'filter_expression' | 'sort_expression' | 'max_records' | 'highlights'

export interface PartProblem extends Omit<Problem, 'code' | 'pointer' | 'parameter'> {
  readonly code: 'VALIDATION' | 'FORBIDDEN'
  readonly part: Part
}

interface Checked {
  readonly criteria: Omit<Criteria, 'highlights'>
  readonly highlights: unknown
  readonly highlightLimit: number
  /** The criteria that the filter may use. */
  readonly expansions: Expansions
  readonly reading: ReadOptions
}

/**
 * Binds the parts of criteria as the lists will that expand them. These know no rights, so whoever writes criteria must
 * be able to read all that filter and sort look at, and all the records among which a limit counts.
 */
export function criteriaProblems(checked: Checked, { catalog, rights }: Pick<EffectContext, 'catalog' | 'rights'>) {
  const { criteria, highlights, highlightLimit, expansions, reading } = checked
  const problems: PartProblem[] = []
  const fault = highlightsFault(highlights, highlightLimit)
  if (fault !== null) problems.push({ code: 'VALIDATION', part: 'highlights', detail: fault })
  const type = catalog.mediaTypes.get(criteria.mediaType)
  const bindingFor = (whose: Rights): Binding =>
    bindingOf(seenCatalog(catalog, whose), whose, { ...reading, expansions }, new Values())
  if (type === undefined || !bindingFor(rights).authority.mayRead(type.name)) {
    const detail = `there is no media type named ${JSON.stringify(criteria.mediaType)}`
    return [...problems, { code: 'VALIDATION', part: 'mediatype', detail } as const]
  }
  const check = (part: Part, bind: (binding: Binding) => unknown): void => {
    try {
      const [all, own] = [UNRESTRICTED, rights].map((whose) => JSON.stringify(bind(bindingFor(whose))))
      if (all !== own) problems.push({ code: 'FORBIDDEN', part, detail: 'it looks at records that you may not read' })
    } catch (error) {
      problems.push(...toldAt(part, error))
    }
  }
  const typeIn = (binding: Binding): MediaType => binding.catalog.mediaTypes.get(type.name) ?? type
  const { filter, sort } = criteria
  check('filter_expression', (binding) =>
    bindFilter(filter === null ? null : parseFilter(filter), typeIn(binding), binding),
  )
  check('sort_expression', (binding) =>
    sort === null ? null : bindOrder(sortKeys(sort, 'sort'), typeIn(binding), binding, 'sort'),
  )
  if (criteria.limit > 0 && bindingFor(rights).authority.visible(type.name) !== EVERYTHING) {
    const detail = 'it counts records that you may not read: expected 0'
    problems.push({ code: 'FORBIDDEN', part: 'max_records', detail })
  }
  return problems
}

function toldAt(part: Part, error: unknown): readonly PartProblem[] {
  if (error instanceof FilterSyntaxError) {
    const { position, expected } = error
    const detail = `filter: expected ${expected} at position ${position}`
    return [{ code: 'VALIDATION', part, detail, meta: { position, expected } }]
  }
  if (!(error instanceof AppError)) throw error
  return error.problems.map(({ detail, meta }) => ({
    code: 'VALIDATION' as const,
    part,
    detail,
    ...(meta === undefined ? {} : { meta }),
  }))
}
