import type { Catalog, MediaType, Relation } from '../../catalog/catalog.ts'
import type { Database } from '../../db/database.ts'
import { readCsv } from '../../import/csv.ts'
import { jsonRow } from '../../import/json-row.ts'
import { findRelation } from '../../query/bind-entity.ts'
import { FORMATS } from '../../query/export-text.ts'
import { RelatedNames } from './related-names.ts'

type Chunks = AsyncIterable<string>
type Row = Readonly<Record<string, unknown>>

/** What stands in an exported file, and how it is called there. */
export interface ExportShape {
  readonly type: MediaType
  readonly catalog: Catalog
  /** Fields asked for; null: all. */
  readonly fields: readonly string[] | null
  /** Names of related records by media type; null: their ids stay. */
  readonly names: ReadonlyMap<string, RelatedNames> | null
}

export function relatedNames(
  type: MediaType,
  catalog: Catalog,
  database: Pick<Database, 'read'>,
): ReadonlyMap<string, RelatedNames> {
  const named = [...type.relations.values()].flatMap(({ to }) => {
    const related = catalog.mediaTypes.get(to)
    return related?.nameField ? [[to, new RelatedNames(database, related)] as const] : []
  })
  return new Map(named)
}

/** Entities as lines of JSON become records as an import reads them: the id, and fields, relations among them. */
export async function* flatRows(chunks: Chunks, shape: ExportShape): AsyncGenerator<readonly Row[]> {
  const columns = (shape.fields ?? [...shape.type.fields.keys()]).filter((name) => name !== 'id' && name !== '_id')
  const relations = new Map(columns.map((name) => [name, findRelation(shape.type, name)]))
  for await (const chunk of chunks) {
    const lines = chunk.split('\n').filter((line) => line !== '')
    const entities = lines.map((line) => {
      const row = jsonRow(line, 1)
      if (!row.ok) throw new Error(`a line of the export ${row.reason}`)
      return row.values
    })
    const rows = entities.map((entity) =>
      columns.map((name) => [name, memberOf(entity, name, relations.get(name))] as const),
    )
    await load(rows, relations, shape)
    yield rows.map((row, index) => {
      const named = row.map(([name, value]) => [name, namedValue(value, relations.get(name), shape)] as const)
      return Object.fromEntries(shape.names === null ? [['id', entities[index]?._id], ...named] : named)
    })
  }
}

function memberOf(entity: Row, name: string, relation: Relation | undefined): unknown {
  const links = entity._links as Row | undefined
  return (relation === undefined ? undefined : links?.[relation.key]) ?? entity[name] ?? null
}

async function load(
  rows: readonly (readonly (readonly [string, unknown])[])[],
  relations: ReadonlyMap<string, Relation | undefined>,
  { names }: ExportShape,
): Promise<void> {
  if (names === null) return
  const wanted = new Map<string, Set<string>>()
  for (const [name, value] of rows.flat()) {
    const relation = relations.get(name)
    if (relation === undefined) continue
    const ids = wanted.get(relation.to) ?? new Set()
    for (const id of idsOf(value)) ids.add(id)
    wanted.set(relation.to, ids)
  }
  for (const [to, ids] of wanted) await names.get(to)?.load(ids)
}

function namedValue(value: unknown, relation: Relation | undefined, { names }: ExportShape): unknown {
  const known = relation === undefined ? undefined : names?.get(relation.to)
  if (known === undefined) return value
  const list = known.names(idsOf(value))
  return relation?.cardinality === 'many' ? list : (list[0] ?? null)
}

function idsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? [] : [String(value)]
}

const SEPARATOR = ';'

/** A table whose relations hold ids becomes one without ids, whose relations hold names. */
export async function* namedTable(chunks: Chunks, shape: ExportShape): AsyncGenerator<string> {
  const encoder = new TextEncoder()
  const bytes = async function* () {
    for await (const chunk of chunks) yield encoder.encode(chunk)
  }
  const relations = new Map<string, Relation | undefined>()
  let columns: readonly string[] | null = null
  for await (const rows of readCsv(bytes(), { delimiter: ',', columns: null, skipLines: 0 })) {
    const records = rows.map((row) => {
      if (!row.ok) throw new Error(`line ${row.line} of the export ${row.reason}`)
      return Object.entries(row.values).filter(([name]) => name !== 'id')
    })
    if (columns === null) {
      columns = records[0]?.map(([name]) => name) ?? []
      for (const name of columns) relations.set(name, findRelation(shape.type, name))
      yield FORMATS.csv.head(columns)
    }
    const split = records.map((record) =>
      record.map(
        ([name, text]) =>
          [name, relations.get(name) === undefined ? text : (text as string | null)?.split(SEPARATOR)] as const,
      ),
    )
    await load(split, relations, shape)
    yield FORMATS.csv.rows(
      split.map((record) => record.map(([name, value]) => cellOf(namedValue(value, relations.get(name), shape)))),
    )
  }
}

/** A list of names, as JSON where the separator would not tell them apart. */
function cellOf(value: unknown): string | null {
  if (!Array.isArray(value)) return value === undefined ? null : (value as string | null)
  if (value.length === 0) return null
  const odd = value.some((name: string) => name.includes(SEPARATOR) || name.startsWith('['))
  return odd ? JSON.stringify(value) : value.join(SEPARATOR)
}
