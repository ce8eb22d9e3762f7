import type { MediaTypeDocument, MetadataDocument } from '../catalog/document.ts'
import type { Database } from '../db/database.ts'
import { type Table, tableTitle } from './database-schema.ts'
import { derive } from './derive.ts'
import type { Join } from './join-tables.ts'
import { type KeyChoice, keyOf } from './keys.ts'
import { merge } from './merge.ts'
import { type Note, Notes } from './note.ts'
import { ownTables } from './own-tables.ts'
import { probe } from './probe.ts'
import { readSchema } from './read-schema.ts'
import { isSelected, type Selection } from './selection.ts'

export interface Introspection {
  /** The whole metadata as it should be. */
  readonly document: MetadataDocument
  readonly mediaTypes: readonly { readonly document: MediaTypeDocument; readonly table: Table }[]
  readonly joined: readonly Join[]
  readonly notes: readonly Note[]
  /** How many tables and views the run was about. */
  readonly looked: number
}

export interface IntrospectOptions {
  readonly selection: Selection
  readonly withPages: boolean
}

/**
 * Derives metadata from tables that were not made for Marquee, and puts it to the metadata there is. Reads only;
 * nothing of the tables is ever changed.
 */
export async function introspect(
  database: Pick<Database, 'read' | 'transaction'>,
  current: MetadataDocument,
  { selection, withPages }: IntrospectOptions,
): Promise<Introspection> {
  const schema = await readSchema(database, selection.schemas)
  const own = await ownTables(schema, current)
  const notes = new Notes()
  const tables = schema.tables.filter((table) => !own.has(table) && isSelected(table, selection))
  const choices = choose(tables, notes)
  const probes = await probe(database, choices)
  const titles = new Map(schema.tables.map((table) => [tableTitle(table), table]))
  const isRead = (title: string): boolean => selection.schemas.some((name) => title.startsWith(`${name}.`))
  const managed = current.mediaTypes.filter(({ name, foreign, table }) => {
    if (foreign === undefined || table === undefined || !isRead(table)) return false
    if (probes.failing.has(table)) {
      notes.remark(table, `the media type ${name} stays as it is, though its table cannot be read now`)
      return false
    }
    const found = titles.get(table)
    return found === undefined || isSelected(found, selection)
  })
  const known = new Map(managed.map((type) => [type.table as string, type]))
  const others = current.mediaTypes.filter((type) => !managed.includes(type))
  const derived = derive({ schema, choices, probes, selection, known, others })
  const merged = merge(
    {
      current,
      derived: derived.mediaTypes.map(({ document }) => document),
      managed: new Set(managed.map(({ name }) => name)),
      hasTable: (title) => !isRead(title) || titles.has(title),
      hasColumn: (title, column) =>
        !isRead(title) || (titles.get(title)?.columns.some(({ name }) => name === column) ?? false),
      withPages,
    },
    notes,
  )
  const ofMerged = ({ document, table }: (typeof derived.mediaTypes)[number]) => ({
    table,
    document: merged.mediaTypes.find(({ name }) => name === document.name) ?? document,
  })
  return {
    document: merged,
    mediaTypes: derived.mediaTypes.map(ofMerged),
    joined: derived.joined,
    notes: [...notes.all, ...derived.notes],
    looked: tables.length,
  }
}

/** How the records of each table that is to be mapped are told apart. */
function choose(tables: readonly Table[], notes: Notes): ReadonlyMap<Table, KeyChoice> {
  const choices = new Map<Table, KeyChoice>()
  for (const table of tables) {
    const title = tableTitle(table)
    if (table.extension) notes.remark(title, 'passed over: it came with an extension')
    else if (table.partition) notes.remark(title, 'passed over: it is a partition, whose rows its parent shows')
    else if (!table.may.read) notes.leftOut(title, 'the role of the connection may not read it')
    else if (table.name.includes('.') || table.schema.includes('.')) notes.leftOut(title, 'there is a dot in its name')
    else choices.set(table, keyOf(table))
  }
  return choices
}
