import { type Catalog, identifier, type MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import type { Database, Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import { authority } from '../query/authorize.ts'
import { mediaType } from '../query/bind.ts'
import { predicateSql } from '../query/compile-predicate.ts'
import { Values } from '../query/plan.ts'
import type { Presented } from '../query/present.ts'
import type { Reader } from '../query/read.ts'
import type { ReadRequest } from '../query/request.ts'
import { SqlWriter } from '../query/sql-writer.ts'
import { applyLinks, touchLinkOwners } from './apply-links.ts'
import { type BoundWrite, bindWrite } from './bind-write.ts'
import { type BodyElement, problem } from './body.ts'
import { checkLinks } from './check-links.ts'
import { checkUnique, writeError } from './constraints.ts'
import { Parameters, run, write } from './sql.ts'

export interface WriterOptions {
  readonly database: Database
  readonly catalog: () => Catalog
  readonly reader: Reader
  readonly requireIfMatch: boolean
  /** Told after each write, a failed one too. */
  readonly written?: (mediaType: string) => void
}

export interface Written extends Presented {
  readonly ids: readonly number[]
}

export interface Writer {
  /** Creates all the elements or none. `readBack` says how the answer is shaped, given the new ids. */
  readonly create: (
    name: string,
    elements: readonly BodyElement[],
    rights: Rights,
    readBack: (ids: readonly number[]) => ReadRequest,
  ) => Promise<Written>
  /** Changes one record; `ifMatch` is the header as it came. */
  readonly update: (
    name: string,
    id: number,
    element: BodyElement,
    ifMatch: string | null,
    rights: Rights,
    readBack: ReadRequest,
  ) => Promise<Written>
}

export function createWriter(options: WriterOptions): Writer {
  const { database, catalog: current, reader, requireIfMatch } = options
  const inTransaction = async <T>(
    type: MediaType,
    writes: readonly BoundWrite[],
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    try {
      return await database.transaction(work)
    } catch (error) {
      throw writeError(error, type, writes)
    } finally {
      options.written?.(type.name)
    }
  }
  return {
    create: async (name, elements, rights, readBack) => {
      const catalog = current()
      const type = mediaType(catalog, name)
      if (!mediaTypeRights(rights, type).create) throw forbidden(`you may not create ${type.name}`)
      const problems: Problem[] = []
      const writes = elements.map((element) => bindWrite(element, type, 'create', problems))
      return inTransaction(type, writes, async (tx) => {
        await check(tx, writes, catalog, type, rights, null, problems)
        const ids: number[] = []
        for (const bound of writes) ids.push(await insert(tx, bound, type, catalog))
        return { ...(await reader.readIn(tx, readBack(ids), rights)), ids }
      })
    },
    update: async (name, id, element, ifMatch, rights, readBack) => {
      const catalog = current()
      const type = mediaType(catalog, name)
      const problems: Problem[] = []
      if (element.members._id !== undefined && element.members._id !== id) {
        problems.push(problem(`${element.pointer}/_id`, `expected ${id}, the id of the path`))
      }
      const bound = bindWrite(element, type, 'update', problems)
      return inTransaction(type, [bound], async (tx) => {
        const version = await lock(tx, type, id, catalog, rights)
        if (!mediaTypeRights(rights, type).write) throw forbidden(`you may not change ${type.name}`)
        requireMatch(ifMatch, version, catalog, requireIfMatch)
        await check(tx, [bound], catalog, type, rights, id, problems)
        await change(tx, bound, type, id, catalog)
        return { ...(await reader.readIn(tx, readBack, rights)), ids: [id] }
      })
    },
  }
}

/** All that can be told before anything is written, together. */
async function check(
  tx: Transaction,
  writes: readonly BoundWrite[],
  catalog: Catalog,
  type: MediaType,
  rights: Rights,
  self: number | null,
  problems: readonly Problem[],
): Promise<void> {
  const found: Problem[] = []
  await checkLinks(tx, writes, catalog, rights, found)
  await checkUnique(tx, writes, type, self, found)
  const all = [...problems, ...found, ...writes.flatMap((bound) => forbiddenSource(bound, type, rights))]
  if (all.length > 0) throw new AppError(all)
}

/** A record may not be put under a source that the caller may not write [P2]. */
function forbiddenSource(bound: BoundWrite, type: MediaType, rights: Rights): readonly Problem[] {
  if (rights.sources === null || type.sourceField === null) return []
  const source = bound.columns.find((column) => column.field.name === type.sourceField)
  if (source === undefined || source.value === null || rights.sources.write.includes(Number(source.value))) return []
  return [{ code: 'FORBIDDEN', pointer: source.pointer, detail: 'you may not write under this source' }]
}

async function insert(tx: Transaction, bound: BoundWrite, type: MediaType, catalog: Catalog): Promise<number> {
  const values = new Parameters()
  const columns = bound.columns.map(({ field }) => identifier(field.column))
  const given = bound.columns.map(({ field, value }) => values.add(value, field.type.parameterType))
  const what = columns.length === 0 ? 'default values' : `(${columns.join(', ')}) values (${given.join(', ')})`
  const [row] = await run<{ id: number }>(tx, `insert into ${identifier(type.table)} ${what} returning id`, values)
  const id = Number(row?.id)
  await applyLinks(tx, bound.links, id, catalog)
  if (type.isLink) await touchLinkOwners(tx, type, id, catalog)
  return id
}

async function change(
  tx: Transaction,
  bound: BoundWrite,
  type: MediaType,
  id: number,
  catalog: Catalog,
): Promise<void> {
  if (type.isLink) await touchLinkOwners(tx, type, id, catalog)
  const linked = await applyLinks(tx, bound.links, id, catalog)
  const values = new Parameters()
  const assignments = bound.columns.map(({ field, value }) => {
    return { column: identifier(field.column), value: values.add(value, field.type.parameterType) }
  })
  const differs = assignments.map(({ column, value }) => `${column} is distinct from ${value}`)
  const sets = [...assignments.map(({ column, value }) => `${column} = ${value}`), 'version = version + 1']
  const where = linked ? 'true' : `(${[...differs, 'false'].join(' or ')})`
  const text = `update ${identifier(type.table)} set ${sets.join(', ')} where id = ${values.add(id, 'bigint')} and ${where}`
  if ((await write(tx, text, values)) > 0 && type.isLink) await touchLinkOwners(tx, type, id, catalog)
}

/** Locks the record and gives its version; a record out of the caller's sight does not exist [P3]. */
async function lock(tx: Transaction, type: MediaType, id: number, catalog: Catalog, rights: Rights): Promise<number> {
  const values = new Values()
  const sql = new SqlWriter()
  const own = authority(catalog, rights, values)
  const context = { sql, catalog }
  const one = { kind: 'id', slot: values.add(Number.isSafeInteger(id) ? id : 0) } as const
  const where = predicateSql({ kind: 'all', of: [one, own.visible(type.name)] }, type, 'm', context)
  const { write: grant } = own.permissions(type.name)
  const allowed =
    typeof grant === 'boolean' ? String(grant) : predicateSql({ kind: 'source', slot: grant.slot }, type, 'm', context)
  const text = `select m.version::text, (${allowed})::text from ${identifier(type.table)} m where ${where} for update`
  const [row] = await tx.read({ text, values: sql.slots.map((slot) => values.list[slot]) })
  if (row === undefined)
    throw new AppError({ code: 'NOT_FOUND', detail: `there is no record of ${type.name} with id ${id}` })
  if (row[1] !== 'true') throw forbidden(`you may not change this record of ${type.name}`)
  return Number(row[0])
}

/** The tag's second part is the metadata's revision, which no edit of a record is lost by: only the version counts. */
function requireMatch(ifMatch: string | null, version: number, catalog: Catalog, required: boolean): void {
  if (ifMatch === null) {
    if (!required) return
    throw new AppError({
      code: 'ETAG_REQUIRED',
      header: 'If-Match',
      detail: "expected an If-Match header with the record's tag, or *",
    })
  }
  if (ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map((tag) => /^\s*"(\d+)(?:\.\d+)?"\s*$/.exec(tag)?.[1])
  if (tags.includes(String(version))) return
  throw new AppError({
    code: 'ETAG_MISMATCH',
    header: 'If-Match',
    detail: 'the record was changed after it was read: read it again and repeat the change on what it is now',
    meta: { _etag: `${version}.${catalog.revision}` },
  })
}

function forbidden(detail: string): AppError {
  return new AppError({ code: 'FORBIDDEN', detail })
}
