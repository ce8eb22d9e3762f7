import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { databaseErrorCode } from '../db/errors.ts'
import { AppError, type Problem } from '../errors.ts'
import type { Subject, TableChange } from './table-change.ts'

export interface ApplyOptions {
  readonly lossConfirmed: boolean
  /** Where in a request a change comes from; absent: there is no request. */
  readonly pointerOf?: (subject: Subject) => string | undefined
  /** What is lost besides, as is known already. */
  readonly lost?: readonly FoundLoss[]
}

/** What a change would destroy. */
export interface FoundLoss {
  readonly change: string
  readonly description: string
  readonly rows: number
}

/**
 * Makes the changes, in the caller's transaction.
 *
 * @throws {AppError} VALIDATION where the records there are stand in the way, CONFIRMATION_REQUIRED where data would be
 * lost and that was not confirmed; `meta.losses` tells what.
 */
export async function applyTableChanges(
  tx: Transaction,
  changes: readonly TableChange[],
  options: ApplyOptions,
): Promise<void> {
  const problems = await unmetNeeds(tx, changes, options)
  if (problems.length > 0) throw new AppError(problems)
  if (!options.lossConfirmed) await refuseLoss(tx, changes, options)
  if (changes.some(({ statements }) => statements.length > 0)) await waitBriefly(tx)
  for (const { statements, subject, summary } of changes) {
    for (const statement of statements) {
      try {
        await sql.raw(statement).execute(tx.kysely)
      } catch (error) {
        throw refusal(error, summary, options.pointerOf?.(subject))
      }
    }
  }
}

/** How long a change waits for those who use the table. */
const LOCK_SECONDS = 2

/**
 * Whoever asks for a table waits behind a change that waits for it: the change gives way after a while, to be tried
 * again, so that a backup that reads the table does not keep everybody from it.
 */
async function waitBriefly({ kysely }: Transaction): Promise<void> {
  await sql.raw(`set local lock_timeout = '${LOCK_SECONDS}s'`).execute(kysely)
}

/** What the changes would destroy of the data there is. */
export async function lossesOf(tx: Transaction, changes: readonly TableChange[]): Promise<readonly FoundLoss[]> {
  const found: FoundLoss[] = []
  for (const { loss, summary } of changes) {
    const rows = loss === null ? 0 : await count(tx, loss.probe)
    if (loss !== null && rows > 0) found.push({ change: summary, description: loss.description, rows })
  }
  return found
}

async function refuseLoss(tx: Transaction, changes: readonly TableChange[], { pointerOf, lost = [] }: ApplyOptions) {
  const losses = [...(await lossesOf(tx, changes)), ...lost]
  const [first] = losses
  if (first === undefined) return
  const subject = changes.find(({ summary }) => summary === first.change)?.subject
  const pointer = subject && pointerOf?.(subject)
  const told = losses.map(({ description, rows }) => `${description} (${rows})`)
  throw new AppError({
    code: 'CONFIRMATION_REQUIRED',
    detail: `This would lose data: ${told.join('; ')}. Say by confirmLoss=true that it may be lost.`,
    ...(pointer === undefined ? {} : { pointer }),
    meta: { losses },
  })
}

async function unmetNeeds(
  tx: Transaction,
  changes: readonly TableChange[],
  { pointerOf }: ApplyOptions,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const { needs, subject } of changes) {
    for (const { probe, detail } of needs) {
      const rows = await count(tx, probe)
      if (rows > 0) problems.push(problem(detail(rows), pointerOf?.(subject)))
    }
  }
  return problems
}

async function count(tx: Transaction, text: string): Promise<number> {
  const [row] = await tx.read({ text, values: [] })
  return Number(row?.[0])
}

function problem(detail: string, pointer: string | undefined): Problem {
  return { code: 'VALIDATION', detail, ...(pointer === undefined ? {} : { pointer }) }
}

const REASONS: Readonly<Record<string, string>> = {
  '2BP01': 'other objects of the database depend on it',
  '23505': 'several records hold the same value',
  '23502': 'some records have no value',
  '23503': 'some records refer to none',
  '42P07': 'its name is taken',
  '42701': 'its name is taken',
  '42710': 'its name is taken',
  '54000': 'a value is too long for an index',
  '54011': 'the table has as many columns as a table may have',
}

/** What Postgres refuses for a reason that lies with the data or the names. */
function refusal(error: unknown, summary: string, pointer: string | undefined): unknown {
  const reason = REASONS[databaseErrorCode(error)?.sqlstate ?? '']
  return reason === undefined ? error : new AppError(problem(`cannot ${summary}: ${reason}`, pointer))
}
