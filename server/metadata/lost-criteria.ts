import type { FoundLoss } from '../catalog/apply-table-changes.ts'
import type { MetadataRows } from '../catalog/build.ts'
import type { Transaction } from '../db/database.ts'
import type { Intent } from '../write/effects.ts'

/** What people saved of a media type that goes, and that goes with its row; null: nothing. To be asked before it goes. */
export async function lostCriteria(
  { operation, type, id }: Intent,
  { mediaTypes }: MetadataRows,
  { kysely }: Transaction,
): Promise<FoundLoss | null> {
  const gone = operation === 'remove' && type.name === 'adm_mediatypes' ? mediaTypes.find((row) => row.id === id) : null
  if (gone == null) return null
  const criteria = kysely.selectFrom('content_criteria').select('id').where('mediatype', '=', gone.name)
  const rows = (await criteria.execute()).length
  const description = `the content criteria of ${gone.name}`
  return rows === 0 ? null : { change: `drop media type ${gone.name}`, description, rows }
}
