import { type FoundLoss, lossesOf } from '../../../catalog/apply-table-changes.ts'
import type { TableChange } from '../../../catalog/table-change.ts'
import type { Transaction } from '../../../db/database.ts'
import type { Plan } from './plan.ts'

/** What a plan means for the records there are. */
export interface Findings {
  readonly losses: readonly FoundLoss[]
  /** What of the records stands in the way. */
  readonly obstacles: readonly string[]
}

type Reading = Pick<Transaction, 'read'>

export async function findingsOf(tx: Transaction, { tables }: Plan): Promise<Findings> {
  return { losses: await lossesOf(tx, tables), obstacles: await obstaclesOf(tx, tables) }
}

async function obstaclesOf(tx: Reading, tables: readonly TableChange[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const { needs, summary } of tables) {
    for (const { probe, detail } of needs) {
      const [row] = await tx.read({ text: probe, values: [] })
      const rows = Number(row?.[0])
      if (rows > 0) found.push(`cannot ${summary}: ${detail(rows)}`)
    }
  }
  return found
}
