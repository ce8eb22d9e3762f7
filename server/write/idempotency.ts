import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** A request that its sender may repeat without doing it twice [D7]. */
export interface IdempotentRequest {
  /** Who sends it: keys of different callers never meet. */
  readonly caller: string
  readonly key: string
  /** Names method, path and body; the same key with another is refused. */
  readonly fingerprint: string
}

/** What was answered, to be answered again. */
export interface IdempotentAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const KEPT_SECONDS = 24 * 60 * 60
/** Longer than any request takes. */
const CLAIM_SECONDS = 60 * 60
const CLEANING_MS = 60 * 60 * 1000

/**
 * Takes the key for this transaction, waiting for another that has it.
 *
 * @returns the answer that was given under it in the last 24 hours; null: this is the first.
 * @throws {AppError} VALIDATION when that was for another request.
 */
export async function claim(tx: Transaction, request: IdempotentRequest): Promise<IdempotentAnswer | null> {
  const { caller, key, fingerprint } = request
  await sql`delete from idempotency_keys
    where caller = ${caller} and key = ${key} and created_at < now() - make_interval(secs => ${KEPT_SECONDS})`.execute(
    tx.kysely,
  )
  const taken =
    await sql`insert into idempotency_keys (caller, key, fingerprint) values (${caller}, ${key}, ${fingerprint})
    on conflict do nothing returning key`.execute(tx.kysely)
  if (taken.rows.length > 0) return null
  const { rows } = await sql<{ fingerprint: string; status: number; headers: Record<string, string>; body: string }>`
    select fingerprint, status, headers, body from idempotency_keys where caller = ${caller} and key = ${key}`.execute(
    tx.kysely,
  )
  const [known] = rows
  if (known === undefined) throw new Error('an idempotency key went away while it was read')
  requireSame(known.fingerprint, fingerprint)
  return { status: Number(known.status), headers: known.headers, body: known.body }
}

function requireSame(known: string, fingerprint: string): void {
  if (known === fingerprint) return
  const detail = 'this key was used for another request: expected a new key, or the same request again'
  throw new AppError({ code: 'VALIDATION', header: 'Idempotency-Key', detail })
}

/**
 * The body of the answer that is kept under the key; null: there is none, or not yet.
 *
 * @throws {AppError} VALIDATION when that was for another request.
 */
export async function keptBody(
  database: Pick<Database, 'read'>,
  { caller, key, fingerprint }: IdempotentRequest,
): Promise<string | null> {
  const text = `select fingerprint, body from idempotency_keys
    where caller = $1 and key = $2 and created_at >= now() - make_interval(secs => $3)`
  const [row] = await database.read({ text, values: [caller, key, KEPT_SECONDS] })
  if (row === undefined) return null
  requireSame(row[0] as string, fingerprint)
  return row[1] ?? null
}

/** Whether an answer is kept under the key that will still be kept when `claim` is asked. */
export async function isClaimed(database: Pick<Database, 'read'>, request: IdempotentRequest): Promise<boolean> {
  const text = `select 'yes' from idempotency_keys
    where caller = $1 and key = $2 and created_at > now() - make_interval(secs => $3)`
  const values = [request.caller, request.key, KEPT_SECONDS - CLAIM_SECONDS]
  return (await database.read({ text, values })).length > 0
}

/** Keeps the answer under the key, in the transaction that did the work. */
export async function keep(tx: Transaction, request: IdempotentRequest, answer: IdempotentAnswer): Promise<void> {
  await sql`update idempotency_keys
    set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb, body = ${answer.body}
    where caller = ${request.caller} and key = ${request.key}`.execute(tx.kysely)
}

/** Forgets keys that nobody can repeat any more, once an hour however often it is called. */
export function keyCleaner(database: Database, now: () => number = Date.now): () => Promise<void> {
  let next = 0
  return async () => {
    if (now() < next) return
    next = now() + CLEANING_MS
    await sql`delete from idempotency_keys where created_at < now() - make_interval(secs => ${KEPT_SECONDS})`.execute(
      database.kysely,
    )
  }
}
