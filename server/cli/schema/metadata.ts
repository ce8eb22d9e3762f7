import type { MetadataRows, Row } from '../../catalog/build.ts'
import { loadMetadata } from '../../catalog/load.ts'
import type { Transaction } from '../../db/database.ts'
import type { AdmDictionary } from '../../db/tables.ts'

/** All rows that a schema document speaks of. */
export interface Metadata extends MetadataRows {
  readonly dictionary: readonly Row<AdmDictionary>[]
}

const DICTIONARY = `select coalesce(json_agg(t order by t.id), '[]')::text from adm_dictionary t`

export async function readMetadata(tx: Pick<Transaction, 'read'>): Promise<Metadata> {
  const rows = await loadMetadata(tx)
  const [row] = await tx.read({ text: DICTIONARY, values: [] })
  return { ...rows, dictionary: JSON.parse(row?.[0] ?? '[]') }
}
