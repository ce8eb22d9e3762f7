import { type Catalog, identifier, type MediaType } from '../catalog/catalog.ts'
import type { Transaction } from '../db/database.ts'
import { applyLinks } from './apply-links.ts'
import { type Owners, ownersOf, touch } from './owners.ts'
import type { PlannedWrite } from './plan-links.ts'
import { Parameters, run, write } from './sql.ts'

/** Adds a record with its relations; gives its id. */
export async function insertRow(
  tx: Transaction,
  planned: PlannedWrite,
  type: MediaType,
  catalog: Catalog,
): Promise<number> {
  const values = new Parameters()
  const columns = planned.columns.map(({ field }) => identifier(field.column))
  const given = planned.columns.map(({ field, value }) => values.add(value, field.type.parameterType))
  const what = columns.length === 0 ? 'default values' : `(${columns.join(', ')}) values (${given.join(', ')})`
  const [row] = await run<{ id: number }>(tx, `insert into ${identifier(type.table)} ${what} returning id`, values)
  const id = Number(row?.id)
  await applyLinks(tx, planned.links, id, catalog)
  await touchAll(tx, await ownersOf(tx, type, id, catalog), catalog)
  return id
}

/** Changes a record and its relations; its version moves when anything is different afterwards. */
export async function updateRow(
  tx: Transaction,
  planned: PlannedWrite,
  type: MediaType,
  id: number,
  catalog: Catalog,
): Promise<void> {
  const before = await ownersOf(tx, type, id, catalog)
  const linked = await applyLinks(tx, planned.links, id, catalog)
  const values = new Parameters()
  const assignments = planned.columns.map(({ field, value }) => {
    return { column: identifier(field.column), value: values.add(value, field.type.parameterType) }
  })
  const differs = assignments.map(({ column, value }) => `${column} is distinct from ${value}`)
  const sets = [...assignments.map(({ column, value }) => `${column} = ${value}`), 'version = version + 1']
  const where = linked ? 'true' : `(${[...differs, 'false'].join(' or ')})`
  const text = `update ${identifier(type.table)} set ${sets.join(', ')} where id = ${values.add(id, 'bigint')} and ${where}`
  if ((await write(tx, text, values)) === 0) return
  await touchAll(tx, [...before, ...(await ownersOf(tx, type, id, catalog))], catalog)
}

/** Moves each owner's tag once. */
async function touchAll(tx: Transaction, owners: readonly Owners[], catalog: Catalog): Promise<void> {
  for (const type of new Set(owners.map((owner) => owner.type))) {
    const ids = owners.flatMap((owner) => (owner.type === type ? owner.ids : []))
    await touch(tx, { type, ids: [...new Set(ids)] }, catalog)
  }
}
