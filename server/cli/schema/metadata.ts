import type { MetadataRows, Row } from '../../catalog/build.ts'
import { loadMetadata } from '../../catalog/load.ts'
import type { Transaction } from '../../db/database.ts'
import type { AdmRemotes } from '../../db/remote-tables.ts'
import type { AdmDictionary } from '../../db/tables.ts'

/** All rows that a schema document speaks of. */
export interface Metadata extends MetadataRows {
  readonly dictionary: readonly Row<AdmDictionary>[]
  /** Customers' bundles, in the order they are searched. */
  readonly remotes: readonly Row<AdmRemotes>[]
}

const DICTIONARY = `select coalesce(json_agg(t order by t.id), '[]')::text from adm_dictionary t`
const REMOTES = `select coalesce(json_agg(t order by t.sort_order, t.id), '[]')::text
  from (select id, version, dateins, name, entry, nullif(integrity, '') as integrity, sort_order, is_enabled from adm_remotes) t`

export async function readMetadata(tx: Pick<Transaction, 'read'>): Promise<Metadata> {
  const rows = await loadMetadata(tx)
  const [[dictionary] = []] = await tx.read({ text: DICTIONARY, values: [] })
  const [[remotes] = []] = await tx.read({ text: REMOTES, values: [] })
  return { ...rows, dictionary: JSON.parse(dictionary ?? '[]'), remotes: JSON.parse(remotes ?? '[]') }
}
