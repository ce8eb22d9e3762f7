import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import type { WriteEffect } from '../write/effects.ts'

/** How far an import of one file into one media type came. */
export interface ImportState {
  /** Rows read and dealt with, from the beginning of the file. */
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly bad: number
  /** Length of what was written of bad rows. */
  readonly errorBytes: number
}

export const NOTHING_DONE: ImportState = { rows: 0, created: 0, updated: 0, unchanged: 0, bad: 0, errorBytes: 0 }

/** Which import it is: the same file read in the same way. */
export interface ImportIdentity {
  readonly mediaType: string
  readonly digest: string
  readonly file: string
}

/** An import under way: no other process goes on with it, or this one's next save fails. */
export interface HeldImport {
  readonly id: number
  readonly holder: string
}

/** Another process went on with the import. */
export class ImportTaken extends Error {
  constructor() {
    super('another process began the same import: this one stopped')
    this.name = 'ImportTaken'
  }
}

/** Goes on with an import that was not finished, or begins one; `restart` begins from the first row in any case. */
export async function beginImport(
  { kysely }: Pick<Database, 'kysely'>,
  { mediaType, digest, file }: ImportIdentity,
  restart: boolean,
): Promise<{ readonly held: HeldImport; readonly state: ImportState }> {
  const holder = crypto.randomUUID()
  const kept = (column: string) =>
    sql`${sql.ref(column)} = case when i.finished or ${restart} then 0 else ${sql.ref(`i.${column}`)} end`
  const { rows } = await sql<Row>`insert into marquee_imports as i (mediatype, digest, file, holder)
    values (${mediaType}, ${digest}, ${file}, ${holder})
    on conflict (mediatype, digest) do update set
      ${sql.join(COUNTS.map(kept))}, file = excluded.file, holder = excluded.holder, finished = false, changed_at = now()
    returning id, ${sql.join(COUNTS.map((column) => sql.ref(column)))}`.execute(kysely)
  const row = rows[0] as Row
  return { held: { id: Number(row.id), holder }, state: stateOf(row) }
}

const COUNTS = ['rows_done', 'created', 'updated', 'unchanged', 'bad', 'error_bytes'] as const

type Row = Readonly<Record<'id' | (typeof COUNTS)[number], number>>

function stateOf(row: Row): ImportState {
  return {
    rows: Number(row.rows_done),
    created: Number(row.created),
    updated: Number(row.updated),
    unchanged: Number(row.unchanged),
    bad: Number(row.bad),
    errorBytes: Number(row.error_bytes),
  }
}

/** Notes how far it came. */
export async function advanceImport(
  { kysely }: Pick<Transaction, 'kysely'>,
  { id, holder }: HeldImport,
  state: ImportState,
  finished: boolean,
): Promise<void> {
  const { numAffectedRows } = await sql`update marquee_imports set
      rows_done = ${state.rows}, created = ${state.created}, updated = ${state.updated},
      unchanged = ${state.unchanged}, bad = ${state.bad}, error_bytes = ${state.errorBytes},
      finished = ${finished}, changed_at = now()
    where id = ${id} and holder = ${holder}`.execute(kysely)
  if (numAffectedRows !== 1n) throw new ImportTaken()
}

/** Refuses each save of an import that another process went on with, so that no row is added by both. */
export function heldEffect({ id, holder }: HeldImport): WriteEffect {
  return {
    concerns: () => true,
    settle: async (_changes, { tx }) => {
      const { numAffectedRows } = await sql`update marquee_imports set changed_at = now()
        where id = ${id} and holder = ${holder}`.execute(tx.kysely)
      if (numAffectedRows !== 1n) throw new ImportTaken()
    },
  }
}
