import type { Catalog, Field, MediaType, Relation } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import { findIds } from '../query/find-ids.ts'
import type { BoundLink, LinkOperation } from './bind-links.ts'
import type { BoundColumn } from './bind-write.ts'
import { problem } from './body.ts'
import type { Finder } from './finder.ts'
import type { WriteContext } from './write-context.ts'

/** A change of a relation with every record known by its id. */
export interface ResolvedLink {
  readonly relation: Relation
  readonly field: Field | null
  readonly operation: LinkOperation
  readonly ids: readonly number[]
  /** Ids that a finder found: one that the caller may not see is passed over rather than told of [P3]. */
  readonly found: ReadonlySet<number>
  /** Values for link objects, by related id. */
  readonly columns: ReadonlyMap<number, readonly BoundColumn[]>
  readonly pointer: string
  /** One of its records is not known, which has been told: whatever else it seems to lack follows from that. */
  readonly faulty: boolean
}

/** A record that an operation of this save added under a local id. */
export interface LocalRecord {
  readonly type: string
  readonly id: number
}

/** Runs finders and looks up local ids. Equal finders of one resolver run once. */
export class LinkResolver {
  private readonly results = new Map<string, Promise<readonly number[]>>()
  private readonly tx: Transaction
  private readonly context: WriteContext
  private readonly locals: ReadonlyMap<string, LocalRecord>

  constructor(tx: Transaction, context: WriteContext, locals: ReadonlyMap<string, LocalRecord>) {
    this.tx = tx
    this.context = context
    this.locals = locals
  }

  async resolve(link: BoundLink, problems: Problem[]): Promise<ResolvedLink> {
    const ids = new Set<number>()
    const found = new Set<number>()
    const columns = new Map<number, readonly BoundColumn[]>()
    const before = problems.length
    for (const value of link.values) {
      if (value.kind === 'finder') {
        for (const id of await this.find(value.finder, `${value.pointer}/_href`, problems)) {
          if (!ids.has(id)) found.add(id)
          ids.add(id)
        }
        continue
      }
      const id = value.kind === 'id' ? value.id : this.local(value.lid, link.relation, value.pointer, problems)
      if (id === null) continue
      ids.add(id)
      found.delete(id)
      if (value.columns !== undefined) columns.set(id, value.columns)
    }
    const { relation, field, operation, pointer } = link
    return { relation, field, operation, ids: [...ids], found, columns, pointer, faulty: problems.length > before }
  }

  private local(lid: string, relation: Relation, pointer: string, problems: Problem[]): number | null {
    const record = this.locals.get(lid)
    if (record?.type === relation.to) return record.id
    const what = record === undefined ? 'an earlier operation that adds it' : `a record of ${relation.to}`
    problems.push(problem(pointer, `expected the local id ${JSON.stringify(lid)} to be of ${what}`))
    return null
  }

  /** What is wrong with its query is wrong at its place in the body. */
  private async find(finder: Finder, pointer: string, problems: Problem[]): Promise<readonly number[]> {
    const key = JSON.stringify([finder.mediaType, finder.query, finder.field, finder.resultset])
    const known = this.results.get(key) ?? findIds(this.tx, finder, this.context)
    this.results.set(key, known)
    try {
      return await known
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      for (const { parameter: _, header: __, ...rest } of error.problems) problems.push({ ...rest, pointer })
      return []
    }
  }
}

/** The media type that a relation leads to. */
export function relatedType(relation: Relation, catalog: Catalog): MediaType {
  return catalog.mediaTypes.get(relation.to) as MediaType
}
