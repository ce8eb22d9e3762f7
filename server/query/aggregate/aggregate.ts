import type { AggregateMeta } from '../../../shared/aggregate.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Rights } from '../../catalog/rights.ts'
import type { Database } from '../../db/database.ts'
import { databaseErrorCode } from '../../db/errors.ts'
import type { ReadOptions } from '../bind.ts'
import { bindExpanded, type ExpandCriteria } from '../content-criteria.ts'
import { Statements } from '../statements.ts'
import { type BoundAggregate, bindAggregate } from './bind.ts'
import { compileAggregate } from './compile.ts'
import { parseAggregate } from './parse.ts'
import { Problems } from './problems.ts'
import type { AggregateRequest } from './request.ts'

export interface AggregatorOptions extends ReadOptions {
  readonly database: Pick<Database, 'read'>
  readonly catalog: () => Catalog
  readonly expand?: ExpandCriteria
}

export interface Aggregator {
  /**
   * Answers an aggregate query by one statement: the body of the answer (`AggregateAnswer` as text).
   *
   * @throws {AppError} with every problem of the body and its pointer.
   */
  readonly aggregate: (body: unknown, rights: Rights) => Promise<string>
}

export function createAggregator(options: AggregatorOptions): Aggregator {
  const statements = new Statements('aggregate')
  return {
    aggregate: async (body, rights) => {
      const catalog = options.catalog()
      const problems = new Problems()
      const request = parseAggregate(body, options, problems)
      const bound = await bindExpanded(
        (expansions) => bindAggregate(request, catalog, rights, { ...options, expansions }, problems),
        options.expand,
      )
      const statement = statements.statement(
        JSON.stringify(bound.plan),
        () => compileAggregate(bound.plan, catalog),
        bound.values,
      )
      const rows = await options.database.read(statement).catch((error: unknown) => {
        throw unknownTimeZone(error, request, problems) ?? error
      })
      return present(request, bound, rows[0] as readonly string[])
    },
  }
}

/** Postgres may lack a zone that the runtime knows. */
function unknownTimeZone(error: unknown, { groups }: AggregateRequest, problems: Problems): Error | null {
  if (databaseErrorCode(error)?.sqlstate !== '22023') return null
  for (const { timeZone, pointer } of groups)
    if (timeZone !== null) problems.add(`${pointer}/_timezone`, `the database does not know the time zone ${timeZone}`)
  return problems.list.length === 0 ? null : problems.error()
}

function present(request: AggregateRequest, { columns }: BoundAggregate, found: readonly string[]): string {
  const [rows, count, linked] = found
  const meta: AggregateMeta = {
    _pageCount: Math.ceil(Number(count) / request.pageSize),
    _filterRowCount: Number(count),
    _pageSize: request.pageSize,
    _page: request.page,
    _mainMediaType: request.mediaType,
  }
  return `{"_meta":${JSON.stringify(meta)},"_columns":${JSON.stringify(columns)},"_rows":${rows},"_linked":${linked}}`
}
