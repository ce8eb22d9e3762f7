import type { MetadataRows } from '../catalog/build.ts'
import type { Problem } from '../errors.ts'
import type { Intent } from '../write/effects.ts'
import { isMetadataTable, rowsOf } from './metadata-tables.ts'
import { valuesOf } from './values.ts'

type Row = Readonly<Record<string, unknown>>

/** Refuses what would change the system's own media types: their rows, and fields and relations of theirs. */
export function systemProblem(intent: Intent, before: MetadataRows): Problem | null {
  const system = new Set<unknown>(before.mediaTypes.flatMap((type) => (type.is_system ? [type.name] : [])))
  const table = intent.type.name
  if (!isMetadataTable(table)) return null
  const was: Row = { ...rowsOf(before, table).find(({ id }) => id === intent.id) }
  const is: Row = { ...was, ...valuesOf(intent.write) }
  const name = changedTypes(table, was, is).find((each) => system.has(each))
  if (name === undefined) return null
  const at = intent.pointer === '' ? {} : { pointer: intent.pointer }
  const detail = `${String(name)} is part of the system: it stays as it is, with its fields and relations`
  return { code: 'FORBIDDEN', ...at, detail }
}

/** Media types that a row changes, as it was and as it is to be: a relation changes those that hold its keys. */
function changedTypes(table: string, was: Row, is: Row): readonly unknown[] {
  if (table === 'adm_mediatypes') return [was.name]
  if (table === 'adm_fields') return [was.mediatype, is.mediatype]
  if (table !== 'adm_relateds') return []
  return [was, is].flatMap((row) => [
    row.mediatype,
    row.link_mediatype,
    ...(row.kind === 'one-to-many' ? [row.related_mediatype] : []),
  ])
}
