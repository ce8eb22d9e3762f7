import { tableVersionSql } from '../catalog/ddl.ts'
import type { Database } from '../db/database.ts'
import { buildDictionary, type Dictionary } from './dictionary.ts'

/** Holds the dictionary of the newest state seen. */
export interface DictionarySource {
  readonly current: () => Dictionary
  /** Looks whether the texts moved and reads them if so, in one statement. */
  readonly refresh: () => Promise<Dictionary>
}

const ROWS = `(select coalesce(json_agg(json_build_object('language', d.language, 'key', d.key, 'text', d.text) order by d.id), '[]')::text
  from adm_dictionary d)`

const LOAD = `select v, case when v is distinct from $1::text then ${ROWS} end from (select ${tableVersionSql(['adm_dictionary'])} as v) t`

export async function createDictionarySource(
  database: Pick<Database, 'read'>,
  defaultLanguage: string,
): Promise<DictionarySource> {
  const newer = async (known: Dictionary | null): Promise<Dictionary | null> => {
    const values = [known === null ? '' : String(known.version)]
    const [row] = await database.read({ name: 'dictionary', text: LOAD, values })
    const [version, rows] = row ?? []
    return rows === null || rows === undefined
      ? null
      : buildDictionary(JSON.parse(rows), Number(version), defaultLanguage)
  }
  let current = (await newer(null)) ?? buildDictionary([], 0, defaultLanguage)
  return {
    current: () => current,
    refresh: async () => {
      const found = await newer(current)
      // of two reads under way the later state stays
      if (found !== null && found.version > current.version) current = found
      return current
    },
  }
}
