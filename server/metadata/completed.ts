import type { BoundColumn, BoundWrite } from '../write/bind-write.ts'
import type { Intent } from '../write/effects.ts'
import type { MetadataSave } from './metadata-save.ts'
import { written } from './values.ts'

const NAME_LENGTH = 63

/** A new row of metadata with what its caller did not say: tables, joining tables and places. */
export function completed({ type }: Intent, write: BoundWrite, save: MetadataSave): BoundWrite {
  const more = Object.entries(missing(type.name, write, save)).flatMap(([name, value]): readonly BoundColumn[] => {
    const field = type.fields.get(name)
    return field === undefined ? [] : [{ field, value, pointer: `${write.pointer}/${name}` }]
  })
  const given = new Set(more.map(({ field }) => field.name))
  return { ...write, columns: [...write.columns.filter(({ field }) => !given.has(field.name)), ...more] }
}

function missing(table: string, write: BoundWrite, save: MetadataSave): Readonly<Record<string, unknown>> {
  const said = (name: string): unknown => written(write, name)?.value ?? null
  if (table === 'adm_mediatypes') return { table_name: said('name') }
  if (table === 'adm_relateds') return joiningTable(said, save)
  const of = table === 'adm_fields' ? 'mediatype' : table === 'adm_page_components' ? 'page_key' : null
  if (of === null || said('sort_order') !== null) return {}
  return { sort_order: save.nextPlace(table as 'adm_fields' | 'adm_page_components', String(said(of))) }
}

/** The names of a joining table that is to be made: after the two media types, or the field, unless they are given. */
function joiningTable(said: (name: string) => unknown, save: MetadataSave): Readonly<Record<string, unknown>> {
  const [from, to] = [said('mediatype'), said('related_mediatype')]
  if (said('kind') !== 'many-to-many' || typeof from !== 'string' || typeof to !== 'string') return {}
  // the joining table of tables that others made is there already, and only they know its name
  if (save.before.mediaTypes.some((type) => type.name === from && (type.is_foreign || type.is_system))) return {}
  const field = said('field')
  const there = field ?? (from === to ? `related_${to}` : to)
  // two relations between the same media types are told apart by the field
  const names = {
    link_table: `${from}_${field ?? to}`,
    link_column: field === null ? from : `${from}_${field}`,
    link_related_column: String(there),
  }
  const open = Object.entries(names).filter(([name]) => said(name) === null)
  return Object.fromEntries(open.map(([name, value]) => [name, value.slice(0, NAME_LENGTH)]))
}
