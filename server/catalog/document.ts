import type { EnumValue } from '../../shared/page.ts'
import type { RelationKind } from './catalog.ts'

/** The whole metadata as a document, by natural keys: what `marquee schema` writes and applies. */
export interface MetadataDocument {
  readonly mediaTypes: readonly MediaTypeDocument[]
  readonly pages: readonly PageDocument[]
  /** Pages that every database comes with and this one has no more. */
  readonly removedPages?: readonly string[]
  /** Texts by language and key. */
  readonly dictionary: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Customers' bundles of components in the order they are searched; absent: those there are stay. */
  readonly bundles?: readonly BundleDocument[]
}

/** What a media type is, written by hand or by a program and applied to a database. */
export interface MediaTypeDocument {
  readonly name: string
  /** The name it had: it is renamed where there is no media type of the new name yet. */
  readonly renamedFrom?: string
  readonly label: string
  readonly labelPlural: string
  /** Absent: named as the media type. */
  readonly table?: string
  readonly nameField?: string
  readonly sourceField?: string
  readonly parentField?: string
  readonly isLink?: boolean
  readonly hasFile?: boolean
  readonly blockWrite?: boolean
  readonly blockDelete?: boolean
  readonly blockCreate?: boolean
  /** The table was not made by Marquee. */
  readonly foreign?: ForeignDocument
  readonly fields: readonly FieldDocument[]
  readonly relations?: readonly RelationDocument[]
}

/** What must be known of a table that was not made by Marquee. */
export interface ForeignDocument {
  /** Column of the id; absent: `id`. */
  readonly key?: string
  /** What a record's version is read from; absent: its column `version`. */
  readonly version?: 'version' | 'xmin' | 'row'
  /** Column that tells when a record was added. */
  readonly inserted?: string
}

export interface FieldDocument {
  readonly name: string
  /** The name it had: it is renamed where its media type has no field of the new name yet. */
  readonly renamedFrom?: string
  readonly label: string
  readonly type: string
  /** Absent: named as the field. A to-many relation has none. */
  readonly column?: string
  /** Foreign tables: SQL type of the column where it is not what the field type expects. */
  readonly columnType?: string
  readonly required?: boolean
  readonly unique?: boolean
  readonly readOnly?: boolean
  /** Filtered or sorted by: gets an index. Foreign keys and name fields always have one. */
  readonly indexed?: boolean
  readonly defaultValue?: unknown
  readonly enumValues?: readonly EnumValue[]
  readonly props?: Readonly<Record<string, unknown>>
  readonly help?: string
}

export interface RelationDocument {
  readonly kind: RelationKind
  readonly related: string
  /** many-to-one, one-to-one: field of this media type; one-to-many: field of the related one. */
  readonly column?: string
  /** Field of this media type by which a to-many relation is edited. */
  readonly field?: string
  readonly linkTable?: string
  readonly linkMediaType?: string
  /** Column of the joining table that refers to this media type, and the one that refers to the related one. */
  readonly linkColumn?: string
  readonly linkRelatedColumn?: string
  readonly orderColumn?: string
  readonly onDelete?: 'restrict' | 'set-null' | 'cascade'
  readonly childRequired?: boolean
}

export interface BundleDocument {
  readonly name: string
  readonly entry: string
  readonly integrity?: string
  /** Absent: it is in use. */
  readonly enabled?: boolean
}

export interface PageDocument {
  readonly key: string
  readonly title: string
  readonly mediaType?: string
  readonly parentKey?: string
  readonly layout?: 'stack' | 'tabs'
  readonly menuOrder?: number
  readonly menuGroup?: string
  readonly icon?: string
  readonly components: readonly ComponentDocument[]
}

export interface ComponentDocument {
  readonly key: string
  readonly type: string
  readonly title?: string
  readonly order: number
  readonly configuration?: Readonly<Record<string, unknown>>
}
