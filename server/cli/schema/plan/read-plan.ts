import type { Transaction } from '../../../db/database.ts'
import { readMetadata } from '../metadata.ts'
import type { ReadDocument } from '../read-document.ts'
import { findingsOf } from './findings.ts'
import { foreignProblems } from './foreign-problems.ts'
import { makePlan, type Plan } from './plan.ts'
import { type ShownPlan, shownPlan } from './show-plan.ts'

export interface FoundPlan {
  readonly plan: Plan
  readonly shown: ShownPlan
}

/** Plans a document against the database as it is. */
export async function readPlan(tx: Transaction, { document, refuse }: ReadDocument): Promise<FoundPlan> {
  const plan = makePlan(await readMetadata(tx), document, refuse)
  refuse(await foreignProblems(tx, plan))
  return { plan, shown: shownPlan(plan, await findingsOf(tx, plan)) }
}
