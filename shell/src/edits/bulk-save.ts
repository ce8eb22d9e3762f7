import type { EntityId, ErrorObject } from '../../../shared/envelope.ts'
import { ApiError } from '../api/api-error.ts'
import type { BulkRecord } from './editor.ts'

/** Records of one request, which is one transaction. */
export const CHUNK = 50
/** After so many refusals of one and the same reason in a row the others are not tried: it is the value. */
const ALIKE = 10

export interface BulkFailure {
  readonly id: EntityId
  readonly reason: string
  /** The record is no more: it is not to be tried again. */
  readonly gone: boolean
}

export interface BulkProgress {
  readonly saved: number
  readonly failed: number
  readonly total: number
}

export interface BulkOutcome {
  readonly saved: readonly EntityId[]
  readonly failures: readonly BulkFailure[]
  /** Not tried, since the run ended before. */
  readonly left: readonly EntityId[]
  readonly end: BulkEnd
}

/** Why a run ended: there was no more, the user stopped it, all were refused alike, or an error that concerns no record. */
export type BulkEnd =
  | { readonly kind: 'done' | 'stopped' }
  | { readonly kind: 'alike'; readonly errors: readonly ErrorObject[] }
  | { readonly kind: 'error'; readonly error: unknown }

export interface BulkWork {
  /** Saves these in one transaction. */
  readonly send: (records: readonly BulkRecord[]) => Promise<void>
  /** Someone else saved the record meanwhile: it as it is now, to be sent again, or why it is not. */
  readonly overtaken: (record: BulkRecord, error: ErrorObject) => Promise<BulkRecord | string>
  readonly isStopped: () => boolean
  readonly onProgress: (progress: BulkProgress) => void
}

class Ended extends Error {
  readonly end: BulkEnd

  constructor(end: BulkEnd) {
    super(end.kind)
    this.end = end
  }
}

/** Saves many records alike, a chunk after the other. What is refused of one record keeps no other from being saved. */
export async function saveInBulk(records: readonly BulkRecord[], work: BulkWork): Promise<BulkOutcome> {
  const saved = new Set<EntityId>()
  const failures = new Map<EntityId, BulkFailure>()
  const retried = new Set<EntityId>()
  let alike = { reason: '', count: 0 }

  const tell = (): void => work.onProgress({ saved: saved.size, failed: failures.size, total: records.length })
  const failed = ({ id }: BulkRecord, errors: readonly ErrorObject[], reason = textOf(errors)): void => {
    failures.set(id, { id, reason, gone: errors.some(({ status }) => status === '404') })
    alike = { reason, count: alike.reason === reason ? alike.count + 1 : 1 }
    tell()
    if (alike.count === ALIKE) throw new Ended({ kind: 'alike', errors })
  }

  const save = async (chunk: readonly BulkRecord[]): Promise<void> => {
    if (chunk.length === 0) return
    if (work.isStopped()) throw new Ended({ kind: 'stopped' })
    const error = await work.send(chunk).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error === null) {
      for (const { id } of chunk) saved.add(id)
      alike = { reason: '', count: 0 }
      return tell()
    }
    if (!concernsRecords(error)) throw new Ended({ kind: 'error', error })
    const blamed = blamedRecords(error.errors, chunk)
    if (blamed.size > 0) return saveOthers(chunk, blamed)
    const [only] = chunk
    if (chunk.length === 1 && only !== undefined) return failed(only, error.errors)
    // It is not told whose fault it is: the halves find out.
    const half = Math.ceil(chunk.length / 2)
    await save(chunk.slice(0, half))
    await save(chunk.slice(half))
  }

  const saveOthers = async (
    chunk: readonly BulkRecord[],
    blamed: ReadonlyMap<BulkRecord, readonly ErrorObject[]>,
  ): Promise<void> => {
    const again: BulkRecord[] = []
    for (const record of chunk) {
      const errors = blamed.get(record)
      if (errors === undefined) again.push(record)
      else {
        const overtaken = errors.find(({ status }) => status === '412')
        if (overtaken === undefined || retried.has(record.id)) failed(record, errors)
        else {
          retried.add(record.id)
          const now = await work.overtaken(record, overtaken)
          if (typeof now === 'string') failed(record, errors, now)
          else again.push(now)
        }
      }
    }
    await save(again)
  }

  const end = await saveChunks(records, save)
  const left = records.map(({ id }) => id).filter((id) => !saved.has(id) && !failures.has(id))
  return { saved: [...saved], failures: [...failures.values()], left, end }
}

async function saveChunks(
  records: readonly BulkRecord[],
  save: (chunk: readonly BulkRecord[]) => Promise<void>,
): Promise<BulkEnd> {
  try {
    for (let from = 0; from < records.length; from += CHUNK) await save(records.slice(from, from + CHUNK))
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof Ended) return error.end
    throw error
  }
}

/** Anything else, such as a server that is away, would meet the next record as well. */
function concernsRecords(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && ![400, 401, 429].includes(error.status)
}

const OF_RECORD = /^\/components\/\d+\/data\/records\/(\d+)(?=\/|$)/

/** The records that pointers name; one that was sent alone is meant by its tag. */
function blamedRecords(
  errors: readonly ErrorObject[],
  chunk: readonly BulkRecord[],
): ReadonlyMap<BulkRecord, readonly ErrorObject[]> {
  const blamed = new Map<BulkRecord, ErrorObject[]>()
  for (const error of errors) {
    const index = OF_RECORD.exec(error.source?.pointer ?? '')?.[1]
    const record = chunk.length === 1 && error.status === '412' ? chunk[0] : index && chunk[Number(index)]
    if (record) blamed.set(record, [...(blamed.get(record) ?? []), error])
  }
  return blamed
}

function textOf(errors: readonly ErrorObject[]): string {
  return [...new Set(errors.map(({ detail, title }) => detail || title))].join(' ')
}
