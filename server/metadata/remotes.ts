import type { RemoteBundle } from '../../shared/remotes.ts'
import { MAX_REMOTES } from '../../shared/remotes.ts'
import { tableVersionSql } from '../catalog/ddl.ts'
import type { Database } from '../db/database.ts'

/** Holds the bundles of the newest state seen, in their order. */
export interface RemotesSource {
  readonly current: () => readonly RemoteBundle[]
  /** Looks whether they moved and reads them if so, in one statement [M5]. */
  readonly refresh: () => Promise<void>
}

const ROWS = `(select coalesce(json_agg(json_build_object('name', r.name, 'entry', r.entry, 'integrity', r.integrity)
    order by r.sort_order, r.id), '[]')::text from adm_remotes r where r.is_enabled)`

const LOAD = `select v, case when v is distinct from $1::text then ${ROWS} end from (select ${tableVersionSql(['adm_remotes'])} as v) t`

type Row = Omit<RemoteBundle, 'integrity'> & { readonly integrity: string | null }

/** @param given the environment's bundles: the metadata is not asked then. */
export async function createRemotesSource(
  database: Pick<Database, 'read'>,
  given: readonly RemoteBundle[] | null,
): Promise<RemotesSource> {
  if (given !== null) return { current: () => given, refresh: async () => undefined }
  let current: readonly RemoteBundle[] = []
  let version = -1
  const refresh = async (): Promise<void> => {
    const [row] = await database.read({ name: 'remotes', text: LOAD, values: [String(version)] })
    const [found, rows] = row ?? []
    // of two reads under way the later state stays
    if (rows === null || rows === undefined || Number(found) <= version) return
    version = Number(found)
    current = (JSON.parse(rows) as readonly Row[]).slice(0, MAX_REMOTES).map(bundleOf)
  }
  await refresh()
  return { current: () => current, refresh }
}

function bundleOf({ name, entry, integrity }: Row): RemoteBundle {
  return { name, entry, ...(integrity === null || integrity === '' ? {} : { integrity }) }
}
