/** A schema of Postgres as its catalog describes it, `read-schema.ts` reads it. */
export interface DatabaseSchema {
  /** The schema that new tables go to, hence Marquee's own. */
  readonly current: string
  readonly tables: readonly Table[]
}

export interface Table {
  readonly schema: string
  readonly name: string
  /** Ordinary, partitioned, view, materialised view, foreign table (of another server). */
  readonly kind: 'r' | 'p' | 'v' | 'm' | 'f'
  /** Holds a part of a partitioned table. */
  readonly partition: boolean
  /** Tables that inherit from it, whose rows it shows as its own, as `schema.table`; of a partitioned table none. */
  readonly heirs: readonly string[]
  /** Came with an extension. */
  readonly extension: boolean
  /** What the connection's role may do. */
  readonly may: { readonly read: boolean; readonly add: boolean; readonly change: boolean; readonly remove: boolean }
  readonly comment: string | null
  readonly columns: readonly Column[]
  /** Columns of each key and unique index that holds for every row; the primary key first. */
  readonly uniques: readonly (readonly string[])[]
  readonly primaryKey: readonly string[] | null
  readonly foreignKeys: readonly ForeignKey[]
  /** Check constraints over one column, as SQL. */
  readonly checks: readonly { readonly column: string; readonly expression: string }[]
}

export interface Column {
  readonly name: string
  readonly notNull: boolean
  /** SQL; null: none. */
  readonly default: string | null
  readonly identity: 'always' | 'default' | null
  readonly generated: boolean
  readonly comment: string | null
  /** As it is declared, domains included: `public.mood`, `character varying(200)`. */
  readonly declared: string
  readonly type: ColumnType
}

/** What a column's type comes down to once domains are taken off. */
export interface ColumnType {
  /** Name in `pg_type`: `int4`, `varchar`, of an array its element's. */
  readonly name: string
  readonly schema: string
  readonly kind: 'base' | 'enum' | 'composite' | 'range' | 'other'
  readonly array: boolean
  /** Type modifier as Postgres keeps it; -1: none. */
  readonly modifier: number
  /** Values of an enum, in their order. */
  readonly values: readonly string[]
  /** Checks of its domains, over `VALUE`. */
  readonly checks: readonly string[]
}

export interface ForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly toSchema: string
  readonly toTable: string
  readonly toColumns: readonly string[]
  readonly onDelete: 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default'
}

/** How a table is named in reports, and in the catalog. */
export function tableTitle({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}
