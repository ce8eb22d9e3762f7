import type { Catalog, MediaType, Relation } from '../../catalog/catalog.ts'
import { jsonRow } from '../../import/json-row.ts'
import { findRelation } from '../../query/bind-entity.ts'

type Row = Readonly<Record<string, unknown>>

/** What stands in an exported file, and how it is called there. */
export interface ExportShape {
  readonly type: MediaType
  readonly catalog: Catalog
  /** Fields asked for; null: all. */
  readonly fields: readonly string[] | null
  /** Related records by name, and no ids. */
  readonly names: boolean
}

/** Entities as lines of JSON become records as an import reads them: the id, and fields, relations among them. */
export async function* flatRows(chunks: AsyncIterable<string>, shape: ExportShape): AsyncGenerator<readonly Row[]> {
  const columns = (shape.fields ?? [...shape.type.fields.keys()]).filter((name) => name !== 'id' && name !== '_id')
  const relations = new Map(columns.map((name) => [name, findRelation(shape.type, name)]))
  for await (const chunk of chunks) {
    const lines = chunk.split('\n').filter((line) => line !== '')
    yield lines.map((line) => {
      const row = jsonRow(line, 1)
      if (!row.ok) throw new Error(`a line of the export ${row.reason}`)
      const members = columns.map((name) => [name, memberOf(row.values, name, relations.get(name))] as const)
      return Object.fromEntries(shape.names ? members : [['id', row.values._id], ...members])
    })
  }
}

function memberOf(entity: Row, name: string, relation: Relation | undefined): unknown {
  const links = entity._links as Row | undefined
  return (relation === undefined ? undefined : links?.[relation.key]) ?? entity[name] ?? null
}
