import { CompiledQuery } from 'kysely'
import type { Transaction } from '../db/database.ts'

/** Collects the parameters of one statement as its text is written. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown, cast: string): string {
    return `$${this.values.push(value)}::${cast}`
  }
}

/** Runs a statement whose identifiers come from the catalog and whose values are parameters. */
export async function run<T = Record<string, unknown>>(
  tx: Transaction,
  text: string,
  parameters: Parameters,
): Promise<readonly T[]> {
  const { rows } = await tx.kysely.executeQuery<T>(CompiledQuery.raw(text, parameters.values))
  return rows
}

/** The same for a write, giving how many rows it touched. */
export async function write(tx: Transaction, text: string, parameters: Parameters): Promise<number> {
  const { numAffectedRows } = await tx.kysely.executeQuery(CompiledQuery.raw(text, parameters.values))
  return Number(numAffectedRows ?? 0)
}
