import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { handleHash } from './handle.ts'
import type { Limit } from './limits.ts'

/** The first wait where waits grow, and the longest, in milliseconds. */
const FIRST_WAIT = 15_000
const LONGEST_WAIT = 900_000
/** For how long a success makes an address known for its account, in milliseconds. */
const KNOWN = 30 * 86_400_000
/** Failures that are older say nothing any more, in milliseconds. */
const KEPT = 86_400_000

/** What became of an attempt under one limit; times in Unix milliseconds. */
export interface Count {
  readonly limit: Limit
  /** How often it was refused since one was let through; 0: it is let through, and counted. */
  readonly refusals: number
  readonly blockedUntil: number
  readonly isKnown: boolean
}

interface Row {
  readonly key_hash: string
  readonly refusals: string
  readonly blocked_until: string
  readonly known_until: string
}

/**
 * Counts an attempt as failed under each limit that lets it through, in one statement: however many come at once, on
 * however many instances, each is counted before it is made. Failures leak away, so that the tenth may count for less than ten.
 */
export async function countAttempt(database: Database, limits: readonly Limit[], now: number): Promise<Count[]> {
  const byHash = new Map(limits.map((limit) => [handleHash(limit.key), limit]))
  const asked = [...byHash].map(([key, { most, leak, grows }]) => ({ key, most, leak, grows }))
  const leaked = sql`(greatest(0, a.failures - greatest(0, ${now}::bigint - a.at) / excluded.leak) + 1)`
  const blocked = sql`a.blocked_until > ${now}::bigint`
  // in one order, so that two that share several keys wait for each other and not in a circle
  const { rows } = await sql<Row>`
    insert into marquee_attempts as a (key_hash, most, leak, grows, failures, at, blocked_until, refusals, known_until)
    select key, most, leak, grows, 1, ${now}::bigint,
      case when most > 1 then 0 else ${now}::bigint + ${waitAfter(sql`1`, 'k')} end, 0, 0
    from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
      as k (key text, most integer, leak double precision, grows boolean)
    order by key
    on conflict (key_hash) do update set
      most = excluded.most, leak = excluded.leak, grows = excluded.grows,
      failures = case when ${blocked} then a.failures else ${leaked} end,
      at = case when ${blocked} then a.at else ${now}::bigint end,
      blocked_until = case when ${blocked} then a.blocked_until when ${leaked} < excluded.most - 0.5 then 0
        else ${now}::bigint + ${waitAfter(leaked, 'excluded')} end,
      refusals = case when ${blocked} then a.refusals + 1 else 0 end
    returning key_hash, refusals::text, blocked_until::text, known_until::text`.execute(database.kysely)
  return rows.flatMap((row) => {
    const limit = byHash.get(row.key_hash)
    const refusals = Number(row.refusals)
    const isKnown = Number(row.known_until) > now
    return limit === undefined ? [] : [{ limit, refusals, blockedUntil: Number(row.blocked_until), isKnown }]
  })
}

/** The wait in milliseconds after so many failures: until one is forgotten, or twice as long each time. */
function waitAfter(failures: ReturnType<typeof sql>, of: 'k' | 'excluded') {
  const { most, leak, grows } = {
    most: sql.ref(`${of}.most`),
    leak: sql.ref(`${of}.leak`),
    grows: sql.ref(`${of}.grows`),
  }
  return sql`case when ${grows}
    then least(${LONGEST_WAIT}::bigint, ${FIRST_WAIT} * power(2, least(10, greatest(0, round(${failures} - ${most})))))::bigint
    else ${leak}::bigint end`
}

/** Takes an attempt back that did not fail; a success makes the address known and opens it again. */
export async function uncountAttempt(
  database: Database,
  limits: readonly Limit[],
  succeeded: boolean,
  now: number,
): Promise<void> {
  const hashes = limits.map(({ key }) => handleHash(key))
  const known = succeeded ? limits.filter(({ remembers }) => remembers).map(({ key }) => handleHash(key)) : []
  const isKnown = sql`key_hash in (select jsonb_array_elements_text(${JSON.stringify(known)}::text::jsonb))`
  await sql`
    with held as (
      select key_hash as held_hash from marquee_attempts
      where key_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb))
      order by key_hash for update
    )
    update marquee_attempts set
      failures = greatest(0, failures - 1),
      blocked_until = case when failures - 1 < most - 0.5 or ${isKnown} then 0 else blocked_until end,
      known_until = case when ${isKnown} then ${now + KNOWN}::bigint else known_until end
    from held where key_hash = held_hash`.execute(database.kysely)
}

/** Forgets what is over. */
export async function tidyAttempts(database: Database, now: number): Promise<void> {
  await sql`delete from marquee_attempts
    where at < ${now - KEPT}::bigint and blocked_until < ${now}::bigint and known_until < ${now}::bigint`.execute(
    database.kysely,
  )
}
