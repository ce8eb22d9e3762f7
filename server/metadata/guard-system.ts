import type { MetadataRows } from '../catalog/build.ts'
import type { Problem } from '../errors.ts'
import type { Intent } from '../write/effects.ts'
import { isMetadataTable, rowsOf } from './metadata-tables.ts'
import { valuesOf } from './values.ts'

/** Refuses what would change the system's own media types: their rows, and fields and relations of theirs. */
export function systemProblem(intent: Intent, before: MetadataRows): Problem | null {
  const system = new Set(before.mediaTypes.flatMap((type) => (type.is_system ? [type.name] : [])))
  const table = intent.type.name
  if (!isMetadataTable(table)) return null
  const was = rowsOf(before, table).find(({ id }) => id === intent.id) ?? {}
  for (const row of [was, { ...was, ...valuesOf(intent.write) }]) {
    const owner = ownerOf(table, row as Readonly<Record<string, unknown>>)
    if (!owner.some((name) => system.has(String(name)))) continue
    const at = intent.pointer === '' ? {} : { pointer: intent.pointer }
    const name = owner.find((each) => system.has(String(each)))
    return {
      code: 'FORBIDDEN',
      ...at,
      detail: `${name} is part of the system: its fields and relations stay as they are`,
    }
  }
  return null
}

/** Media types that a row changes: a relation changes those that hold its keys. */
function ownerOf(table: string, row: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (table === 'adm_mediatypes') return [row.name]
  if (table === 'adm_fields') return [row.mediatype]
  if (table !== 'adm_relateds') return []
  return [row.mediatype, row.link_mediatype, ...(row.kind === 'one-to-many' ? [row.related_mediatype] : [])]
}
