import type { MediaType } from '../catalog/catalog.ts'
import { keySql, tableSql, versionSql } from '../catalog/sql-names.ts'
import type { Transaction } from '../db/database.ts'
import { knownId } from '../query/bind.ts'
import { Parameters, run } from './sql.ts'
import type { Step } from './steps.ts'

export type Targets = ReadonlyMap<MediaType, readonly number[]>

/** The records that the steps of a save change by their ids; none of a single step, which locks its own in their order. */
export function targetsOf(steps: readonly Step[]): Targets {
  const targets = new Map<MediaType, readonly number[]>()
  if (steps.length < 2) return targets
  for (const step of steps) {
    if (step.kind === 'add') continue
    const ids = step.parts.flatMap(({ operation: { target } }) => (typeof target === 'number' ? [knownId(target)] : []))
    targets.set(step.type, [...(targets.get(step.type) ?? []), ...ids])
  }
  return targets
}

/**
 * Locks them in one order whatever the order of the operations: of two saves that change the same records the second one
 * waits, and they do not wait for each other.
 *
 * @param seen takes the version of each, which tags are compared with: what the save itself does to a record on its way
 * is no change of somebody else's.
 */
export async function lockTargets(
  tx: Transaction,
  targets: Targets,
  seen: (type: MediaType, id: number, version: number) => void,
): Promise<void> {
  const ordered = [...targets].sort(([one], [other]) => (one.table < other.table ? -1 : 1))
  for (const [type, ids] of ordered) {
    const values = new Parameters()
    const key = keySql(type, 'm')
    const text = `select ${key} as id, ${versionSql(type, 'm')} as version from ${tableSql(type.table)} m
      where ${key} = any(${values.add(ids, 'bigint[]')}) order by ${key} for update`
    const rows = await run<{ id: number; version: number }>(tx, text, values)
    for (const row of rows) seen(type, Number(row.id), Number(row.version))
  }
}
