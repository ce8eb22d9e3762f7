import { isDeepStrictEqual } from 'node:util'
import type { MetadataDocument } from '../../../catalog/document.ts'
import type { Path } from '../../../catalog/shapes/check-shape.ts'
import type { Metadata } from '../metadata.ts'
import type { Renames } from './renames.ts'
import { relationKeyAfter, renamedColumns, type StoredRow, storedRows } from './stored-rows.ts'
import { type TableName, type Values, type WantedRow, wantedRows } from './wanted-rows.ts'

/** What becomes of one row; rows that stay as they are included. */
export interface RowChange {
  readonly table: TableName
  readonly action: 'add' | 'change' | 'remove' | 'keep'
  /** For people: what it is called afterwards, or was before it is removed. */
  readonly title: string
  /** Null: not there yet. */
  readonly id: number | null
  readonly before: Values | null
  readonly after: Values | null
  /** Columns whose values differ. */
  readonly columns: readonly string[]
  /** Of Marquee itself. */
  readonly system: boolean
  /** Its place in the document; null: it is not in it. */
  readonly path: Path | null
}

/** What leads from the rows there are to those a document asks for, found by natural keys. */
export function rowChanges(metadata: Metadata, document: MetadataDocument, renames: Renames): readonly RowChange[] {
  const stored = storedRows(metadata, renames).filter(
    ({ table }) => document.bundles !== undefined || table !== 'adm_remotes',
  )
  const wanted = wantedRows(document)
  const pairs = pairRows(wanted, stored)
  const inOrder = inPlaces(wanted, pairs)
  const kept = new Set(pairs.values())
  return [
    ...inOrder.map((row) => changeOf(row, pairs.get(row.path) ?? null)),
    ...stored.filter((row) => !kept.has(row)).map(removal),
  ]
}

/** By the place of the wanted row. */
type Pairs = ReadonlyMap<Path, StoredRow>

function pairRows(wanted: readonly WantedRow[], stored: readonly StoredRow[]): Pairs {
  const pairs = new Map<Path, StoredRow>()
  const left = new Set(stored)
  const pair = (row: WantedRow, found: StoredRow | undefined): void => {
    if (found === undefined) return
    pairs.set(row.path, found)
    left.delete(found)
  }
  const isRelation = ({ table }: WantedRow | StoredRow): boolean => table === 'adm_relateds'
  const byKey = new Map(stored.filter((row) => !isRelation(row)).map((row) => [`${row.table} ${row.key}`, row]))
  for (const row of wanted) if (!isRelation(row)) pair(row, byKey.get(`${row.table} ${row.key}`))

  const relations = wanted.filter(isRelation)
  const paired = wanted.flatMap((row) => {
    const found = pairs.get(row.path)
    return found === undefined ? [] : [[row, found] as const]
  })
  const columns = renamedColumns(paired)
  const find = (match: (row: StoredRow) => boolean): StoredRow | undefined =>
    [...left].find((row) => isRelation(row) && match(row))
  for (const row of relations)
    pair(
      row,
      find((other) => relationKeyAfter(other, columns) === row.key),
    )
  // one that is kept elsewhere is still the same by the field it is edited by
  for (const row of relations)
    if (!pairs.has(row.path))
      pair(
        row,
        find((other) => sameField(row, other)),
      )
  return pairs
}

function sameField({ values }: WantedRow, { values: other }: StoredRow): boolean {
  const members = ['mediatype', 'related_mediatype', 'kind', 'field'] as const
  return values.field !== null && members.every((member) => values[member] === other[member])
}

/** Gives fields and bundles their places: as they are while the order is the same and new fields come last, else anew. */
function inPlaces(wanted: readonly WantedRow[], pairs: Pairs): readonly WantedRow[] {
  const places = new Map<WantedRow, number>()
  const placed = wanted.filter(({ table }) => table === 'adm_fields' || table === 'adm_remotes')
  for (const own of Map.groupBy(placed, ({ table, values }) => `${table} ${values.mediatype}`).values()) {
    const known = own.flatMap((row) => pairs.get(row.path) ?? [])
    const place = ({ values }: StoredRow): number => values.sort_order as number
    const sorted = known.toSorted((a, b) => place(a) - place(b) || a.id - b.id)
    const newLast = own.slice(0, known.length).every((row) => pairs.has(row.path))
    if (!newLast || known.some((row, index) => row !== sorted[index])) continue
    const last = known.length === 0 ? 0 : Math.max(...known.map(place))
    own.forEach((row, index) => {
      const stored = known[index]
      places.set(row, stored === undefined ? last + index - known.length + 1 : place(stored))
    })
  }
  return wanted.map((row) => {
    const place = places.get(row)
    return place === undefined ? row : { ...row, values: { ...row.values, sort_order: place } }
  })
}

function changeOf({ table, title, values, path }: WantedRow, stored: StoredRow | null): RowChange {
  const common = { table, title, after: values, path }
  if (stored === null) return { ...common, action: 'add', id: null, before: null, columns: [], system: false }
  const { id, values: before, system } = stored
  const columns = Object.keys(values).filter((column) => !isDeepStrictEqual(values[column], before[column]))
  return { ...common, action: columns.length === 0 ? 'keep' : 'change', id, before, columns, system }
}

function removal({ table, id, title, values, system }: StoredRow): RowChange {
  return { table, action: 'remove', title, id, before: values, after: null, columns: [], system, path: null }
}
