import { sql } from 'kysely'
import type { MetadataRows } from '../catalog/build.ts'
import { namesOfConfiguration, renamedConfiguration, renamedPages } from '../catalog/page-names.ts'
import type { Transaction } from '../db/database.ts'
import { followCriteria } from './follow-criteria.ts'
import { followedList, listsOfNothing } from './follow-lists.ts'
import type { MetadataTable } from './metadata-tables.ts'
import { formerName, type NameChanges, nameChanges, namesNow } from './name-changes.ts'

/**
 * Lets what names a media type, field or page follow when that is renamed, and lets go of what was removed: tables and
 * columns, fields that a media type or relation refers to, configurations of pages, content criteria, permissions. What the save itself
 * wrote anew stays as it was written.
 */
export async function followNames(tx: Transaction, before: MetadataRows, after: MetadataRows): Promise<void> {
  const names = nameChanges(before, after)
  await followCriteria(tx, before, names)
  const updates = [
    ...mediaTypeUpdates(before, after, names),
    ...fieldUpdates(before, after),
    ...relatedUpdates(before, after, names),
    ...pageUpdates(before, after, names),
    ...componentUpdates(before, after, names),
  ]
  for (const { table, id, members } of updates) {
    const sets = Object.entries(members).map(([member, value]) => sql`${sql.ref(member)} = ${value}`)
    if (sets.length === 0) continue
    await sql`update ${sql.table(table)} set ${sql.join(sets)}, version = version + 1 where id = ${id}`.execute(
      tx.kysely,
    )
  }
  const gone = removedRelations(before, after, names)
  for (const id of gone) await tx.kysely.deleteFrom('adm_relateds').where('id', '=', id).execute()
  for (const id of listsOfNothing(before, after, gone, names)) {
    await tx.kysely.deleteFrom('adm_page_components').where('id', '=', id).execute()
  }
  for (const [name, other] of names.types) {
    const rights = tx.kysely
    if (other === null) await rights.deleteFrom('permissions').where(onMediaType(name)).execute()
    else
      await rights
        .updateTable('permissions')
        .set({ key: moving(other) })
        .where(onMediaType(name))
        .execute()
  }
  for (const [key, other] of fieldKeys(before, names)) {
    const rights = tx.kysely
    if (other === null) await rights.deleteFrom('permissions').where(onField(key)).execute()
    else
      await rights
        .updateTable('permissions')
        .set({ key: moving(other) })
        .where(onField(key))
        .execute()
  }
  // names may be swapped: none is taken for the other one meanwhile
  await sql`update permissions set key = substr(key, ${MOVING.length + 1}) where starts_with(key, ${MOVING})`.execute(
    tx.kysely,
  )
}

const MOVING = '\u0001'
const moving = (name: string): string => `${MOVING}${name}`
const onMediaType = (name: string) => sql<boolean>`object_type = 2 and key = ${name}`

const onField = (key: string) => sql<boolean>`object_type = 3 and key = ${key}`

/** Keys of permissions on fields that are called otherwise now, or are gone. */
function fieldKeys(before: MetadataRows, names: NameChanges): ReadonlyMap<string, string | null> {
  return new Map(
    before.fields.flatMap(({ mediatype, name }) => {
      const type = names.types.has(mediatype) ? (names.types.get(mediatype) ?? null) : mediatype
      const fields = type === null ? null : names.fieldsOf(type)
      const field = fields?.has(name) ? (fields.get(name) ?? null) : name
      const other = type === null || field === null ? null : `field:${type}.${field}`
      const key = `field:${mediatype}.${name}`
      return key === other ? [] : [[key, other] as const]
    }),
  )
}

interface Update {
  readonly table: MetadataTable
  readonly id: number
  readonly members: Readonly<Record<string, unknown>>
}

type Rows<K extends keyof MetadataRows> = MetadataRows[K] extends readonly (infer R)[] ? R : never

/** The members of a row that follow: those that say what they said before, of a name that is another now. */
function follow<R extends { readonly id: number }>(
  table: MetadataTable,
  was: R | undefined,
  row: R,
  names: Partial<Record<keyof R, ReadonlyMap<string, string | null>>>,
): readonly Update[] {
  const members = Object.entries(names).flatMap(([member, map]) => {
    const value = row[member as keyof R]
    if (typeof value !== 'string' || was?.[member as keyof R] !== value) return []
    const other = (map as ReadonlyMap<string, string | null>).get(value)
    return other === undefined ? [] : [[member, other] as const]
  })
  return members.length === 0 ? [] : [{ table, id: row.id, members: Object.fromEntries(members) }]
}

const byId = <R extends { readonly id: number }>(rows: readonly R[]): ReadonlyMap<number, R> =>
  new Map(rows.map((row) => [row.id, row]))

function mediaTypeUpdates(before: MetadataRows, after: MetadataRows, names: NameChanges): readonly Update[] {
  const known = byId(before.mediaTypes)
  return after.mediaTypes.flatMap((row) => {
    const fields = names.fieldsOf(row.name)
    const table = row.is_foreign || row.is_system || row.table_name === row.name ? {} : { table_name: row.name }
    const own =
      Object.keys(table).length === 0 ? [] : [{ table: 'adm_mediatypes' as const, id: row.id, members: table }]
    const members = { name_field: fields, source_field: fields, parent_field: fields }
    return [...own, ...follow<Rows<'mediaTypes'>>('adm_mediatypes', known.get(row.id), row, members)]
  })
}

/** The column of a field is named after it, where it is Marquee's. */
function fieldUpdates(before: MetadataRows, after: MetadataRows): readonly Update[] {
  const known = byId(before.fields)
  const kept = new Set(after.mediaTypes.flatMap((type) => (type.is_foreign || type.is_system ? [type.name] : [])))
  return after.fields.flatMap((row) => {
    const was = known.get(row.id)
    const follows = was !== undefined && was.name !== row.name && was.column_name === was.name
    if (!follows || kept.has(row.mediatype)) return []
    return [{ table: 'adm_fields', id: row.id, members: { column_name: row.name } }]
  })
}

function relatedUpdates(before: MetadataRows, after: MetadataRows, names: NameChanges): readonly Update[] {
  const known = byId(before.relateds)
  return after.relateds.flatMap((row) => {
    const holder = row.kind === 'one-to-many' ? row.related_mediatype : row.mediatype
    const link = names.fieldsOf(row.link_mediatype)
    const members = {
      column_name: names.columnsOf(holder),
      field: names.fieldsOf(row.mediatype),
      ...(row.link_mediatype === null ? {} : { link_column: link, link_related_column: link, order_column: link }),
    }
    return follow<Rows<'relateds'>>('adm_relateds', known.get(row.id), row, members)
  })
}

/** A field that goes takes the relation along that it held or by which it was edited. */
function removedRelations(before: MetadataRows, after: MetadataRows, names: NameChanges): readonly number[] {
  const known = byId(before.relateds)
  return after.relateds.flatMap((row) => {
    const was = known.get(row.id)
    const holder = row.kind === 'one-to-many' ? row.related_mediatype : row.mediatype
    const gone = (map: ReadonlyMap<string, string | null>, name: string | null, then: string | null | undefined) =>
      name !== null && name === then && map.get(name) === null
    const lost =
      gone(names.columnsOf(holder), row.column_name, was?.column_name) ||
      gone(names.fieldsOf(row.mediatype), row.field, was?.field)
    return lost ? [row.id] : []
  })
}

function pageUpdates(before: MetadataRows, after: MetadataRows, { pages }: NameChanges): readonly Update[] {
  const known = byId(before.pages)
  return after.pages.flatMap((row) =>
    follow<Rows<'pages'>>('adm_pages', known.get(row.id), row, { parent_page_key: pages }),
  )
}

function componentUpdates(before: MetadataRows, after: MetadataRows, names: NameChanges): readonly Update[] {
  const known = byId(before.components)
  const typeOf = new Map(after.pages.map((page) => [page.page_key, page.mediatype]))
  return after.components.flatMap((row) => {
    const was = known.get(row.id)
    const text = JSON.stringify(row.configuration ?? {})
    if (was === undefined || JSON.stringify(was.configuration ?? {}) !== text) return []
    if (namesOfConfiguration(row) === null) return []
    const given = (row.configuration ?? {}) as Readonly<Record<string, unknown>>
    const { mediaType } = given
    const listed = followedList(was, before, names)
    const own = typeof mediaType === 'string' ? (names.types.get(mediaType) ?? mediaType) : undefined
    const type = listed?.rowType ?? own ?? typeOf.get(row.page_key) ?? null
    const { field: rename, related } = namesNow(formerName(type, names), before, names)
    const page = (key: string): string | null => (names.pages.has(key) ? (names.pages.get(key) ?? null) : key)
    const configuration = {
      ...renamedPages(renamedConfiguration(row, given, rename, related), page),
      ...(own === undefined ? {} : { mediaType: own }),
      ...(listed === null ? {} : { relation: listed.name }),
    }
    const changed = JSON.stringify(configuration)
    if (changed === text) return []
    return [{ table: 'adm_page_components', id: row.id, members: { configuration: changed } }]
  })
}
