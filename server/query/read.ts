import type { Catalog } from '../catalog/catalog.ts'
import type { Rights } from '../catalog/rights.ts'
import type { Database, TextRow } from '../db/database.ts'
import { type BoundRead, bindRead, type ReadOptions } from './bind.ts'
import { BoundOnes } from './bound-ones.ts'
import { compileCount, compileRead } from './compile.ts'
import { bindExpanded, type ExpandCriteria } from './content-criteria.ts'
import { Counts, type KeptCount } from './counts.ts'
import { type Found, type Presented, present } from './present.ts'
import type { ReadRequest } from './request.ts'
import { Statements } from './statements.ts'

export interface ReaderOptions extends ReadOptions {
  readonly database: Pick<Database, 'read'>
  readonly catalog: () => Catalog
  readonly digest: (text: string) => string
  readonly expand?: ExpandCriteria
}

export interface Reader {
  /** Runs a read for a caller: one statement, and a second one where a kept count has gone stale. */
  readonly read: (request: ReadRequest, rights: Rights) => Promise<Presented>
  /** The same inside a transaction, seeing its writes; keeps nothing. */
  readonly readIn: (tx: Pick<Database, 'read'>, request: ReadRequest, rights: Rights) => Promise<Presented>
}

export function createReader(options: ReaderOptions): Reader {
  const counts = new Counts()
  const ones = new BoundOnes()
  const statements = new Statements('read')
  const { database, digest } = options

  const run = (through: Pick<Database, 'read'>, bound: BoundRead, plan: BoundRead['plan'], catalog: Catalog) =>
    through.read(statements.statement(JSON.stringify(plan), () => compileRead(plan, catalog), bound.values))

  const recount = async (bound: BoundRead, catalog: Catalog): Promise<KeptCount> => {
    const key = `count ${JSON.stringify([bound.plan.revision, bound.plan.type, bound.plan.where])}`
    const statement = statements.statement(key, () => compileCount(bound.plan, catalog), bound.values)
    const [row] = await database.read(statement)
    return { version: Number(row?.[0]), count: Number(row?.[1]) }
  }

  const readOne = async (
    request: ReadRequest,
    id: number | null,
    rights: Rights,
    catalog: Catalog,
  ): Promise<Presented> => {
    const bind = (): BoundRead => bindRead(request, catalog, rights, options)
    const { bound, planKey } = ones.get(request, id, rights, catalog, bind)
    const compile = () => compileRead(bound.plan, catalog)
    const [row] = await database.read(statements.statement(planKey, compile, bound.values))
    return present(bound, one(row, bound), digest)
  }

  return {
    read: async (request, rights) => {
      const catalog = options.catalog()
      if (request.target.kind === 'one') return readOne(request, request.target.id, rights, catalog)
      const bound = await bindExpanded(
        (expansions) => bindRead(request, catalog, rights, { ...options, expansions }),
        options.expand,
      )
      const keeps = bound.plan.counted !== undefined
      const kept = keeps ? counts.get(bound.countKey) : undefined
      const plan = kept === undefined ? bound.plan : { ...bound.plan, countNow: false }
      const [row] = await run(database, bound, plan, catalog)
      if (bound.plan.shape === 'one') return present(bound, one(row, bound), digest)
      const found = many(row, bound)
      if (!keeps) return present(bound, found, digest)
      let count = { version: found.version, count: found.count }
      if (kept === undefined) counts.keep(bound.countKey, count)
      else if (kept.version === count.version) count = kept
      else count = await counts.again(bound.countKey, count.version, () => recount(bound, catalog))
      return present(bound, { ...found, count: count.count }, digest)
    },
    readIn: async (tx, request, rights) => {
      const catalog = options.catalog()
      const bound = bindRead(request, catalog, rights, options)
      const [row] = await run(tx, bound, bound.plan, catalog)
      if (bound.plan.shape === 'one') return present(bound, one(row, bound), digest)
      return present(bound, many(row, bound), digest)
    },
  }
}

/** A read of many has one row, whatever it finds; what was not counted is 0. */
function many(row: TextRow | undefined, { plan }: BoundRead): Found & { readonly version: number } {
  if (row === undefined) throw new Error('the database answered a read with no row')
  const [main, linked, ...counted] = row as readonly string[]
  const version = plan.counted === undefined ? 0 : Number(counted.shift())
  return { main: main as string, linked: linked as string, tag: null, version, count: Number(counted[0] ?? 0) }
}

function one(row: TextRow | undefined, bound: BoundRead): Found {
  if (row === undefined) return { main: '[]', linked: nothingLinked(bound), count: 0, tag: null }
  const [tag, entity, linked] = row as readonly string[]
  return { main: `[${entity}]`, linked: linked as string, count: 1, tag: tag as string }
}

/** What a read that found nothing includes: nothing, under each included type. */
function nothingLinked({ plan }: BoundRead): string {
  const empty = plan.linked.map(({ type, single }) => [type, single === undefined || single === 'id' ? [] : {}])
  return JSON.stringify(Object.fromEntries(empty))
}
