import type { EnumValue } from '../../shared/page.ts'
import type { RelationKind } from './catalog.ts'

/** Metadata as a document: what a media type is, written by hand or by a program and applied to a database. */
export interface MediaTypeDocument {
  readonly name: string
  readonly label: string
  readonly labelPlural: string
  readonly nameField?: string
  readonly sourceField?: string
  readonly parentField?: string
  readonly isLink?: boolean
  readonly fields: readonly FieldDocument[]
  readonly relations?: readonly RelationDocument[]
}

export interface FieldDocument {
  readonly name: string
  readonly label: string
  readonly type: string
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

export interface PageDocument {
  readonly key: string
  readonly title: string
  readonly mediaType?: string
  readonly parentKey?: string
  readonly layout?: 'stack' | 'tabs'
  readonly menuOrder?: number
  readonly menuGroup?: string
  readonly icon?: string
  readonly components: readonly {
    readonly key: string
    readonly type: string
    readonly title?: string
    readonly order: number
    readonly configuration?: Readonly<Record<string, unknown>>
  }[]
}
