import type { FieldDefinition, FieldType } from '../field-types/field-type.ts'
import type { RowRule } from './row-rules.ts'

/** The whole metadata at one revision, immutable. */
export interface Catalog {
  /** Grows with every change of metadata. */
  readonly revision: number
  readonly mediaTypes: ReadonlyMap<string, MediaType>
  readonly pages: ReadonlyMap<string, Page>
}

export interface MediaType {
  /** Of its row in `adm_mediatypes`, by which it stays the same when renamed; absent: made of a document. */
  readonly id?: number
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  /** Its table, or `schema.table`. */
  readonly table: string
  /** The table was not made by Marquee: its definition is never changed, and it lacks Marquee's columns and triggers. */
  readonly foreign: boolean
  /** Part of Marquee itself: metadata, users and their like. */
  readonly system: boolean
  /** Column of the record's id. */
  readonly keyColumn: string
  /** What a record's version is read from: its column, the row's transaction, or a hash of the row (views). */
  readonly versionSource: 'version' | 'xmin' | 'row'
  /** Column that tells when a record of a foreign table was added. */
  readonly insertedColumn: string | null
  /** Field a record is shown and, on a read by ids, sorted by. */
  readonly nameField: string | null
  /** Field that holds a record's source: rights go by it [P2]. */
  readonly sourceField: string | null
  readonly parentField: string | null
  /** Marks records that only their own user sees, of those who have not all rights; absent: all are alike. */
  readonly rowRule?: RowRule
  readonly isLink: boolean
  readonly hasFile: boolean
  readonly blockWrite: boolean
  readonly blockDelete: boolean
  readonly blockCreate: boolean
  readonly fields: ReadonlyMap<string, Field>
  /** Every direction of every declared relation, as seen from here, by `_links` key. */
  readonly relations: ReadonlyMap<string, Relation>
}

export interface Field extends FieldDefinition {
  /** Of its row in `adm_fields`; absent: made of a document, or a field that every media type has. */
  readonly id?: number
  readonly type: FieldType
  readonly relation: Relation | null
  /** False for a to-many relation, whose ids are kept in a joining table. */
  readonly stored: boolean
  readonly indexed: boolean
  /** SQL type of the column where it is not what the field type expects, in a foreign table; null otherwise. */
  readonly columnType: string | null
}

export type RelationKind = 'one-to-many' | 'many-to-one' | 'one-to-one' | 'many-to-many' | 'link-object'

/** One direction of a relation declared in `adm_relateds`. */
export interface Relation {
  /** Of its row in `adm_relateds`; 0: made of a document. */
  readonly id: number
  readonly kind: RelationKind
  /** Key in `_links`: the field's name (to-one), else `<related_media_type>[<column>]`. */
  readonly key: string
  readonly from: string
  readonly to: string
  readonly cardinality: 'one' | 'many'
  readonly via: RelationPath
  /** Field on `from` by which it is edited, filtered and asked for. */
  readonly field: string | null
  /** Shown in plain reads: to-one fields, and to-many relations declared from this side. */
  readonly owned: boolean
  readonly childRequired: boolean
  readonly onDelete: 'restrict' | 'set-null' | 'cascade'
}

export type RelationPath =
  /** A foreign key on the `from` table. */
  | { readonly kind: 'column'; readonly column: string }
  /** A foreign key on the `to` table that refers back. */
  | { readonly kind: 'reverse'; readonly column: string }
  /** A joining table; `linkType` is its media type when it is a link object. */
  | {
      readonly kind: 'link'
      readonly table: string
      readonly fromColumn: string
      readonly toColumn: string
      readonly orderColumn: string | null
      readonly linkType: string | null
    }

export interface Page {
  readonly key: string
  readonly mediaType: string | null
  readonly title: string
  readonly parentKey: string | null
  readonly layout: string
  readonly menuOrder: number | null
  readonly menuGroup: string | null
  readonly icon: string | null
  readonly components: readonly PageComponent[]
}

export interface PageComponent {
  readonly key: string
  readonly type: string
  readonly title: string | null
  readonly order: number
  readonly configuration: Readonly<Record<string, unknown>>
}

/** Columns that every table has beside its fields. */
export const SYSTEM_COLUMNS = ['id', 'version', 'dateins'] as const

/** What names of media types, fields and columns may be; they go into SQL text and URLs. */
export const NAME_PATTERN = /^[a-z_][a-z0-9_]{0,62}$/

/** An identifier from the catalog as SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text from the catalog as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
