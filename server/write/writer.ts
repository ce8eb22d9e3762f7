import type { Catalog, MediaType } from '../catalog/catalog.ts'
import { mediaTypeRights, type Rights } from '../catalog/rights.ts'
import type { Database, Transaction } from '../db/database.ts'
import { AppError, type Problem } from '../errors.ts'
import { knownId, mediaType } from '../query/bind.ts'
import type { Presented } from '../query/present.ts'
import type { Reader } from '../query/read.ts'
import type { ReadRequest } from '../query/request.ts'
import { authorizedRows, type WriteContext } from './authorized-rows.ts'
import { type BoundWrite, bindWrite } from './bind-write.ts'
import { type BodyElement, problem } from './body.ts'
import { checkUnique, writeError } from './constraints.ts'
import { type PlannedWrite, planLinks } from './plan-links.ts'
import { requireMatch } from './precondition.ts'
import { insertRow, updateRow } from './rows.ts'

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
      const context = { catalog: current(), rights }
      const type = mediaType(context.catalog, name)
      if (!mediaTypeRights(rights, type).create) throw forbidden(`you may not create ${type.name}`)
      const problems: Problem[] = []
      const writes = elements.map((element) => bindWrite(element, type, 'create', problems))
      return inTransaction(type, writes, async (tx) => {
        const planned = await check(tx, writes, type, null, context, problems)
        const ids: number[] = []
        for (const write of planned) ids.push(await insertRow(tx, write, type, context.catalog))
        return { ...(await reader.readIn(tx, readBack(ids), rights)), ids }
      })
    },
    update: async (name, id, element, ifMatch, rights, readBack) => {
      const context = { catalog: current(), rights }
      const type = mediaType(context.catalog, name)
      const problems: Problem[] = []
      if (element.members._id !== undefined && element.members._id !== id) {
        problems.push(problem(`${element.pointer}/_id`, `expected ${id}, the id of the path`))
      }
      const bound = bindWrite(element, type, 'update', problems)
      return inTransaction(type, [bound], async (tx) => {
        const version = await lock(tx, type, id, context)
        requireMatch(ifMatch, version, context.catalog.revision, requireIfMatch)
        for (const write of await check(tx, [bound], type, id, context, problems)) {
          await updateRow(tx, write, type, id, context.catalog)
        }
        return { ...(await reader.readIn(tx, readBack, rights)), ids: [id] }
      })
    },
  }
}

/** All that can be told before anything is written, together. */
async function check(
  tx: Transaction,
  writes: readonly BoundWrite[],
  type: MediaType,
  self: number | null,
  context: WriteContext,
  problems: readonly Problem[],
): Promise<readonly PlannedWrite[]> {
  const found: Problem[] = [...problems]
  const planned: PlannedWrite[] = []
  for (const bound of writes) planned.push(await planLinks(tx, bound, self, context, found))
  await checkUnique(tx, planned, type, self, found)
  found.push(...planned.flatMap((write) => forbiddenSource(write, type, context.rights)))
  if (found.length > 0) throw new AppError(found)
  return planned
}

/** A record may not be put under a source that the caller may not write [P2]. */
function forbiddenSource(planned: PlannedWrite, type: MediaType, rights: Rights): readonly Problem[] {
  if (rights.sources === null || type.sourceField === null) return []
  const source = planned.columns.find((column) => column.field.name === type.sourceField)
  if (source === undefined || source.value === null || rights.sources.write.includes(Number(source.value))) return []
  return [{ code: 'FORBIDDEN', pointer: source.pointer, detail: 'you may not write under this source' }]
}

/** Locks the record and gives its version; a record out of the caller's sight does not exist [P3]. */
async function lock(tx: Transaction, type: MediaType, id: number, context: WriteContext): Promise<number> {
  const [row] = await authorizedRows(
    tx,
    type,
    (values) => ({ kind: 'id', slot: values.add(knownId(id)) }),
    context,
    true,
  )
  if (row === undefined) {
    throw new AppError({ code: 'NOT_FOUND', detail: `there is no record of ${type.name} with id ${id}` })
  }
  if (!row.writable) throw forbidden(`you may not change this record of ${type.name}`)
  return row.version
}

function forbidden(detail: string): AppError {
  return new AppError({ code: 'FORBIDDEN', detail })
}
