import { buildCatalog } from '../../catalog/build.ts'
import type { Catalog, MediaType, Relation } from '../../catalog/catalog.ts'
import { loadMetadata } from '../../catalog/load.ts'
import type { Transaction } from '../../db/database.ts'

/**
 * What fields and relations are called after a save, by media type: names and `_links` keys before to those now. A field
 * that is gone has a name that no later one is taken for. Media types have their names after the save.
 */
export type NamesMoved = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Media types whose records are what names are read from. */
export const NAMED_BY: readonly string[] = ['adm_mediatypes', 'adm_fields', 'adm_relateds']

export function holdsNames(mediaType: string): boolean {
  return NAMED_BY.includes(mediaType)
}

/** The catalog as the transaction sees it. */
export async function catalogIn(tx: Transaction): Promise<Catalog> {
  return buildCatalog(await loadMetadata(tx))
}

/** Null: nothing is called otherwise. */
export function namesMoved(before: Catalog, after: Catalog): NamesMoved | null {
  const now = new Map([...after.mediaTypes.values()].map((type) => [type.id, type]))
  const typeNow = (name: string): string => now.get(before.mediaTypes.get(name)?.id)?.name ?? name
  const moved = [...before.mediaTypes.values()].flatMap((was) => {
    const is = now.get(was.id)
    if (is === undefined) return []
    const names = [...fieldsMoved(was, is), ...keysMoved(was, is, typeNow)]
    return names.length === 0 ? [] : [[is.name, Object.fromEntries(names)] as const]
  })
  return moved.length === 0 ? null : Object.fromEntries(moved)
}

type Move = readonly [from: string, to: string]

function fieldsMoved(was: MediaType, is: MediaType): readonly Move[] {
  const names = new Map([...is.fields.values()].map(({ id, name }) => [id, name]))
  return [...was.fields.values()].flatMap(({ id, name }): readonly Move[] => {
    if (id === undefined) return []
    const other = names.get(id) ?? goneName(name, id)
    return other === name ? [] : [[name, other]]
  })
}

/** Keys of to-many relations: those of others are names of fields. */
function keysMoved(was: MediaType, is: MediaType, typeNow: (name: string) => string): readonly Move[] {
  const identity = ({ id, owned }: Relation): string => `${id} ${owned}`
  const keys = new Map([...is.relations.values()].map((relation) => [identity(relation), relation.key]))
  return [...was.relations.values()].flatMap((relation): readonly Move[] => {
    const { key, to } = relation
    const other = keys.get(identity(relation))
    if (!key.startsWith(`${to}[`) || other === undefined) return []
    // that media types are called otherwise is told by their own entries
    const from = `${typeNow(to)}${key.slice(to.length)}`
    return from === other ? [] : [[from, other]]
  })
}

const GONE = /_gone_\d+$/

/** As short as a name may be. */
function goneName(name: string, id: number): string {
  return `${name.slice(0, 40)}_gone_${id}`
}

/** What a field that is gone was called. */
export function formerName(name: string): string {
  return name.replace(GONE, '')
}
