import { sql } from 'kysely'
import { parseToPassOn } from '../../../shared/exact-json.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { WriteEffect } from '../../write/effects.ts'
import { entryOf, type HistoryEntry, type SavedEntry } from './entry.ts'
import { catalogIn, holdsNames, NAMED_BY, namesMoved } from './names.ts'

/**
 * Puts an entry for each changed record into the outbox, in the transaction of the save. The row's id is taken while the
 * record is locked: it orders the entries of one record.
 *
 * @param deliver begins to deliver and does not make the save wait.
 */
export function historyEffect(deliver: () => void): WriteEffect {
  /** Of saves of metadata: the catalog as it was before anything of them was written. */
  const former = new WeakMap<Transaction, Promise<Catalog>>()
  return {
    concerns: () => true,
    prepare: async ({ type, write }, { tx }) => {
      if (holdsNames(type.name) && !former.has(tx)) former.set(tx, catalogIn(tx))
      await former.get(tx)
      return write
    },
    settle: async (changes, { tx, catalog, author }) => {
      if (changes.length === 0) return
      const before = await former.get(tx)
      const names = before === undefined ? null : namesMoved(before, await catalogIn(tx))
      const last = changes.findLast(({ mediaType }) => holdsNames(mediaType))
      const entries = changes.map((change) => {
        const { mediaType, id } = change
        const entry = entryOf(change, author, catalog.mediaTypes.get(mediaType))
        return { mediaType, id, entry: names !== null && change === last ? { ...entry, _names: names } : entry }
      })
      await putEntries(tx, entries)
    },
    committed: async (changes) => {
      if (changes.length > 0) deliver()
    },
  }
}

/** Puts entries into the outbox, in their order. */
export async function putEntries(
  tx: Transaction,
  entries: readonly { readonly mediaType: string; readonly id: number; readonly entry: SavedEntry }[],
): Promise<void> {
  await sql`insert into history_outbox (media_type, record_id, entry)
    select row ->> 'mediaType', (row ->> 'id')::bigint, row -> 'entry'
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as given(row, n) order by n`.execute(
    tx.kysely,
  )
}

/** An entry on its way: the text of its JSON, with what it is about. */
export interface WaitingEntry {
  readonly id: number
  readonly text: string
}

export interface Block {
  /** In order; none when nothing waits or another instance delivers. */
  readonly entries: readonly WaitingEntry[]
  /** More are waiting behind them. */
  readonly more: boolean
}

export interface Outbox {
  /** Takes or renews the lease for `holder`, a UUID, and reads what comes first. */
  readonly take: (holder: string) => Promise<Block>
  readonly release: (holder: string) => Promise<void>
  readonly delivered: (ids: readonly number[]) => Promise<void>
  /** Keeps an entry that the service refused out of the others' way; it is tried again after an hour. */
  readonly setAside: (id: number, reason: string) => Promise<void>
  /** Entries of one record that are still here, oldest first. */
  readonly waiting: (mediaType: string, id: number) => Promise<readonly HistoryEntry[]>
  /** Whether there are any, or others that may say what theirs are called by now; those set aside left out. */
  readonly isWaiting: (mediaType: string, id: number) => Promise<boolean>
}

export interface OutboxOptions {
  /** Entries in one block. */
  readonly blockSize?: number
  /** Characters of one block, unless a single entry has more. */
  readonly blockLength?: number
  /** How long an instance may be silent before another one delivers. */
  readonly leaseSeconds?: number
  /** Rows gone after which their room is taken back, for a database that does not do so by itself. */
  readonly vacuumAfter?: number
}

export function createOutbox(database: Database, options: OutboxOptions = {}): Outbox {
  const {
    blockSize = 200,
    blockLength = 4_000_000,
    leaseSeconds = 15,
    vacuumAfter = Number.POSITIVE_INFINITY,
  } = options
  const { kysely } = database
  let gone = 0
  const lease = sql`make_interval(secs => ${leaseSeconds}::float8)`
  return {
    take: async (holder) => {
      const { rows } = await sql<{ id: number; text: string; more: boolean }>`
        with waiting as (
          select id, ${WIRE_ENTRY} as text from history_outbox
          where failed_at is null or failed_at < now() - interval '1 hour'
          order by id limit ${blockSize + 1}::int
        ), measured as (
          select id, text, row_number() over before as place, sum(length(text)) over before as length
          from waiting window before as (order by id)
        ), lease as (
          update history_delivery set holder = ${holder}::uuid, expires_at = now() + ${lease}
          where id = 1 and (holder is null or holder = ${holder}::uuid or expires_at < now())
            and exists (select from waiting)
          returning 1
        )
        select id, text, (select max(place) from measured) > ${blockSize}::int
            or (select max(length) from measured) > ${blockLength}::bigint as more
        from measured, lease
        where place = 1 or (place <= ${blockSize}::int and length <= ${blockLength}::bigint)
        order by id`.execute(kysely)
      return { entries: rows.map(({ id, text }) => ({ id, text })), more: rows[0]?.more === true }
    },
    release: async (holder) => {
      await kysely.updateTable('history_delivery').set({ holder: null }).where('holder', '=', holder).execute()
    },
    delivered: async (ids) => {
      await sql`delete from history_outbox where id = any(${ids}::bigint[])`.execute(kysely)
      gone += ids.length
      if (gone < vacuumAfter) return
      gone = 0
      await sql`vacuum history_outbox`.execute(kysely)
    },
    setAside: async (id, reason) => {
      await sql`update history_outbox set failed_at = now(), failure = ${reason} where id = ${id}::bigint`.execute(
        kysely,
      )
    },
    waiting: async (mediaType, id) => {
      const { rows } = await sql<{ text: string }>`select ${WIRE_ENTRY} as text from history_outbox
        where media_type = ${mediaType} and record_id = ${id}::bigint order by id`.execute(kysely)
      return rows.map(({ text }) => parseToPassOn(text) as HistoryEntry)
    },
    isWaiting: async (mediaType, id) => {
      const text = `select 'yes' from history_outbox
        where (media_type = any($3::text[]) or media_type = $1 and record_id = $2::bigint) and failed_at is null limit 1`
      return (await database.read({ text, values: [mediaType, id, NAMED_BY] })).length > 0
    },
  }
}

/** An entry as it travels: with what it is about, and when and in which order it happened. */
const WIRE_ENTRY = sql<string>`(jsonb_build_object(
  '_mediaType', media_type, '_id', record_id, '_eventId', event_id, '_sequence', id,
  '_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || entry)::text`
