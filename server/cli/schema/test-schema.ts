import type { MetadataDocument } from '../../catalog/document.ts'
import type { DocumentProblem } from '../../catalog/shapes/check-shape.ts'
import type { Database } from '../../db/database.ts'
import { migratedDatabase, openCopy } from '../../db/test-database.ts'
import { AppError } from '../../errors.ts'
import { CommandFailure } from '../failure.ts'
import { documentOf } from './document-of.ts'
import { readMetadata } from './metadata.ts'
import { applyPlan } from './plan/apply-plan.ts'
import { documentProblems } from './plan/plan.ts'
import { planText } from './plan/plan-text.ts'
import { readPlan } from './plan/read-plan.ts'
import { withoutSeed } from './seed.ts'

/** A database to pull from and apply to. */
export interface TestSchema {
  readonly database: Database
  readonly pull: () => Promise<MetadataDocument>
  /** The plan as text. */
  readonly diff: (document: MetadataDocument) => Promise<string>
  readonly apply: (document: MetadataDocument, lossConfirmed?: boolean) => Promise<void>
  /** What is wrong with a document: path and message. */
  readonly problems: (document: MetadataDocument) => Promise<readonly string[]>
  readonly count: (from: string) => Promise<number>
}

export async function testSchema(): Promise<TestSchema> {
  const database = openCopy(await migratedDatabase())
  const read = (document: MetadataDocument) => ({
    document,
    refuse: (problems: readonly DocumentProblem[]) => {
      if (problems.length === 0) return
      const details = problems.map(({ path, message }) => ({ message: `/${path.join('/')}: ${message}` }))
      throw new CommandFailure('wrong', { details })
    },
  })
  return {
    database,
    pull: () => database.transaction(async (tx) => withoutSeed(documentOf(await readMetadata(tx)))),
    diff: (document) => database.transaction(async (tx) => planText((await readPlan(tx, read(document))).shown)),
    apply: (document, lossConfirmed = false) =>
      database.transaction(async (tx) => {
        const { plan } = await readPlan(tx, read(document))
        try {
          await applyPlan(tx, plan, { lossConfirmed, applied: () => undefined })
        } catch (error) {
          if (error instanceof AppError) read(document).refuse(documentProblems(error))
          throw error
        }
      }),
    problems: async (document) => {
      try {
        await database.transaction((tx) => readPlan(tx, read(document)))
      } catch (error) {
        if (error instanceof CommandFailure) return error.details.map(({ message }) => message)
        throw error
      }
      return []
    },
    count: async (from) => {
      const [row] = await database.read({ text: `select count(*)::text from ${from}`, values: [] })
      return Number(row?.[0])
    },
  }
}
