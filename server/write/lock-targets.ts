import type { MediaType } from '../catalog/catalog.ts'
import { keySql, tableSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { knownId } from '../query/bind.ts'
import { Parameters, run } from './sql.ts'
import type { Step } from './steps.ts'

export type Targets = ReadonlyMap<MediaType, readonly number[]>

/**
 * The records that the steps of a save change by their ids; none where one step changes them all, which locks its own in
 * their order.
 */
export function targetsOf(steps: readonly Step[]): Targets {
  const changing = steps.filter(({ kind }) => kind !== 'add')
  const targets = new Map<MediaType, readonly number[]>()
  if (changing.length < 2) return targets
  for (const step of changing) {
    if (step.kind === 'add') continue
    const ids = step.parts.flatMap(({ operation: { target } }) => (typeof target === 'number' ? [knownId(target)] : []))
    targets.set(step.type, [...(targets.get(step.type) ?? []), ...ids])
  }
  return targets
}

/**
 * Locks them in one order whatever the order of the operations: of two saves that change the same records the second one
 * waits, and they do not wait for each other.
 */
export async function lockTargets(tx: Transaction, targets: Targets): Promise<void> {
  const ordered = [...targets].sort(([one], [other]) => (one.table < other.table ? -1 : 1))
  for (const [type, ids] of ordered) {
    const values = new Parameters()
    const key = keySql(type)
    const text = `select from ${tableSql(type.table)} where ${key} = any(${values.add(ids, 'bigint[]')}) order by ${key} for update`
    await run(tx, text, values)
  }
}
