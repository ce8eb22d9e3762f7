import type { MediaType } from '../../catalog/catalog.ts'
import { keySql, shownSql, tableSql } from '../../catalog/sql-names.ts'
import type { Database } from '../../db/database.ts'

/** Names are kept of so many records. */
const MOST_KEPT = 200_000

/** The names of related records, read for many of them at a time. */
export class RelatedNames {
  readonly #database: Pick<Database, 'read'>
  readonly #type: MediaType
  #known = new Map<string, string | null>()
  #nameless = 0

  constructor(database: Pick<Database, 'read'>, type: MediaType) {
    this.#database = database
    this.#type = type
  }

  /** Mentions of records that have no name. */
  get nameless(): number {
    return this.#nameless
  }

  /** Reads what is not known yet; call it before asking for the names. */
  async load(ids: ReadonlySet<string>): Promise<void> {
    if (this.#known.size > MOST_KEPT) this.#known = new Map()
    const missing = [...ids].filter((id) => !this.#known.has(id))
    const field = this.#type.fields.get(this.#type.nameField ?? '')
    if (missing.length === 0 || field === undefined) return
    const text = `select ${keySql(this.#type, 'm')}::text, (${shownSql(this.#type, field, 'm')})::text
      from ${tableSql(this.#type.table)} m where ${keySql(this.#type, 'm')} = any($1::bigint[])`
    for (const [id, name] of await this.#database.read({ text, values: [missing] })) {
      this.#known.set(id as string, name ?? null)
    }
  }

  names(ids: readonly string[]): readonly string[] {
    return ids.flatMap((id) => {
      const name = this.#known.get(id)?.trim()
      if (name) return [name]
      this.#nameless += 1
      return []
    })
  }
}
