import { sql } from 'kysely'
import { documentOf } from '../cli/schema/document-of.ts'
import { readMetadata } from '../cli/schema/metadata.ts'
import { applyPlan } from '../cli/schema/plan/apply-plan.ts'
import { readPlan } from '../cli/schema/plan/read-plan.ts'
import type { ShownPlan } from '../cli/schema/plan/show-plan.ts'
import { withoutSeed } from '../cli/schema/seed.ts'
import type { Database } from '../db/database.ts'
import { type Introspection, introspect } from './introspect.ts'
import { FOREIGN_SCHEMA } from './test-schema.ts'

export const SCHEMAS = ['public', 'shop', 'Old Shop']

/** Puts the tables of others into a database. */
export async function makeForeignTables(database: Database): Promise<void> {
  // a function's body has semicolons of its own
  const statements = FOREIGN_SCHEMA.split(/;\n(?=\n*(?:create|comment|insert|update) )/)
  for (const statement of statements) await sql.raw(statement).execute(database.kysely)
}

export interface Applied extends Introspection {
  readonly plan: ShownPlan
}

/** Looks at the tables and stores what is derived, as the command does. */
export async function applyIntrospection(
  database: Database,
  schemas: readonly string[] = SCHEMAS,
  exclude: readonly string[] = [],
): Promise<Applied> {
  const current = documentOf(await database.transaction(readMetadata))
  const found = await introspect(database, current, {
    selection: { schemas, tables: [], exclude },
    withPages: true,
  })
  const read = {
    document: withoutSeed(found.document),
    refuse: (problems: readonly unknown[]) => {
      if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 1))
    },
  }
  const plan = await database.transaction(async (tx) => {
    const { plan, shown } = await readPlan(tx, read)
    await applyPlan(tx, plan, { lossConfirmed: false, applied: () => undefined })
    return shown
  })
  return { ...found, plan }
}
