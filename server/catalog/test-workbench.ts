import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { openPglite } from '../db/pglite.ts'
import { migratedPglite } from '../db/test-pglite.ts'
import { AppError, type Problem } from '../errors.ts'
import { applyTableChanges } from './apply-table-changes.ts'
import type { FieldDocument, MediaTypeDocument } from './document.ts'
import { tableChanges } from './table-changes.ts'
import { catalogOf, type Identities } from './test-metadata.ts'

export interface Version {
  readonly documents: readonly MediaTypeDocument[]
  readonly identities?: Identities
}

export const NOTHING: Version = { documents: [] }

export const field = (name: string, type: string, more: Partial<FieldDocument> = {}): FieldDocument => ({
  name,
  label: name,
  type,
  ...more,
})

export const type = (
  name: string,
  fields: readonly FieldDocument[],
  more: Partial<MediaTypeDocument> = {},
): MediaTypeDocument => ({ name, label: name, labelPlural: name, fields, ...more })

export const films = (...fields: readonly FieldDocument[]): Version => ({ documents: [type('films', fields)] })

export interface Workbench {
  readonly pglite: PGlite
  /** Begins with no table. */
  readonly clear: () => Promise<void>
  /** Makes the change; gives its summaries. */
  readonly change: (before: Version, after: Version, lossConfirmed?: boolean) => Promise<readonly string[]>
  /** What a change is refused for. */
  readonly refusal: (before: Version, after: Version, lossConfirmed?: boolean) => Promise<Problem>
  /** Adds a record for each value. */
  readonly fill: (table: string, column: string, values: readonly unknown[]) => Promise<void>
  /** An expression of every record, as text, in the order of ids. */
  readonly column: (table: string, expression: string) => Promise<readonly unknown[]>
  readonly close: () => Promise<void>
}

/** An embedded database in which tables follow documents. */
export async function openWorkbench(): Promise<Workbench> {
  const pglite = await migratedPglite()
  const database = await openPglite(pglite)
  const change: Workbench['change'] = async (before, after, lossConfirmed = false) => {
    const changes = tableChanges(
      catalogOf(before.documents, before.identities),
      catalogOf(after.documents, after.identities),
    )
    await database.transaction((tx) => applyTableChanges(tx, changes, { lossConfirmed }))
    return changes.map(({ summary }) => summary)
  }
  return {
    pglite,
    clear: async () => {
      await pglite.exec('drop schema if exists work cascade; create schema work; set search_path = work, public')
    },
    change,
    refusal: async (before, after, lossConfirmed) => {
      const error = await change(before, after, lossConfirmed).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (!(error instanceof AppError)) throw new Error('the change was not refused', { cause: error })
      return error.problems[0] as Problem
    },
    fill: async (table, column, values) => {
      for (const value of values)
        await sql`insert into ${sql.table(table)} (${sql.ref(column)}) values (${value})`.execute(database.kysely)
    },
    column: async (table, expression) => {
      const { rows } = await pglite.query<{ value: unknown }>(
        `select ${expression}::text as value from ${table} order by id`,
      )
      return rows.map(({ value }) => value)
    },
    close: database.close,
  }
}
