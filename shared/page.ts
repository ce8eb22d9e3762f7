/** Wire types of the page-render server (specification, "Page-render response (B)"). */
import type { EntityId } from './envelope.ts'

export interface PageResponse {
  readonly pageKey: string
  readonly title: string
  /** From the outermost page to the one before this one. */
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly configuration: PageConfiguration
  readonly schema: { readonly configuration: PageConfiguration; readonly components: readonly ComponentSchema[] }
  readonly data: { readonly components: readonly ComponentData[] }
}

export interface Breadcrumb {
  readonly title: string
  readonly pageKey: string
  /** Present when the crumb leads to an item's page. */
  readonly itemId?: string
}

export interface PageConfiguration {
  /** The page has something to save and the caller may. */
  readonly save: boolean
  readonly create: boolean
  /** Mirrors the page's create permission; shows the New button. */
  readonly addNew: boolean
  /** Edit page opened by New, when `addNew`. */
  readonly addNewPageKey?: string
  readonly layout: 'stack' | 'tabs'
  /** The page has no components at all, for nobody. */
  readonly empty?: true
  /** The item shown, when the page has one: its id(s), `new`, or absent. */
  readonly itemId?: string
  readonly mediaType?: string
  /** The item's tag, sent back in `If-Match` when it is saved. */
  readonly etag?: string
}

export interface ComponentSchema<S = unknown> {
  readonly title: string
  readonly key: string
  readonly type: string
  readonly schema: S
}

export interface ComponentData<D = unknown> {
  readonly key: string
  /** `null`: the component fetches its own data after mount. */
  readonly data: D | null
}

/** What a field looks like to the shell: enough to render its widget and check its value. */
export interface FieldSchema {
  readonly name: string
  /** Field type name, as registered on the server: `Text`, `Money`, `Related`, … */
  readonly type: string
  /** Widget name; an unknown one renders as text. */
  readonly widget: string
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly defaultValue?: unknown
  readonly enumValues?: readonly EnumValue[]
  readonly relatedMediaType?: string
  /** What the related records are called, where the caller may see none of them: the field is read-only then, its value withheld. */
  readonly unreadable?: string
  /** For a relation: the related record's field that its label is, to search by and for `<field>[<related_field>]` filters. */
  readonly relatedLabelField?: string
  /** The relation's `_links` key, for fields saved under `_links`. */
  readonly linkKey?: string
  /** A to-many relation: the value is an array of ids. */
  readonly multiple?: boolean
  readonly ordered?: boolean
  /** Records whose values are offered, whatever else may be typed; of several the first that applies. */
  readonly choices?: readonly FieldChoices[]
  readonly help?: string
  readonly props: Readonly<Record<string, unknown>> & {
    /** Page that the value leads to; `id` names the field that holds the item's id, absent where a relation's value is it. */
    readonly link?: { readonly pageKey: string; readonly id?: string }
  }
  readonly validation: ValidationRules
}

/** Records by whose values a field that names them is filled in. */
export interface FieldChoices {
  readonly mediaType: string
  /** The field whose values are offered, or `id`. */
  readonly value: string
  /** The field that tells what a value stands for. */
  readonly label?: string
  /** Only records whose fields hold what these fields of the form hold. */
  readonly by?: Readonly<Record<string, string>>
  /** Applies while these fields of the form hold this. */
  readonly when?: Readonly<Record<string, string>>
}

export interface EnumValue {
  readonly value: string
  readonly label: string
}

export interface ValidationRules {
  readonly min?: number | string
  readonly max?: number | string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly unique?: boolean
}

/** A related record's id and the text it is shown by. */
export interface RelatedLabel {
  readonly id: EntityId
  readonly label: string
}

export interface FormSchema {
  readonly mediaType: string
  readonly fields: readonly FieldSchema[]
  /** Every field stands in exactly one tab. */
  readonly tabs: readonly { readonly key: string; readonly title: string; readonly fields: readonly string[] }[]
  readonly canCreate: boolean
  readonly canWrite: boolean
  readonly canDelete: boolean
  /** Saves are told to edit history: a record has versions to look at. */
  readonly hasHistory: boolean
  readonly relatedMediaTypes: readonly string[]
  /** The field that names a record, shown as the page's heading. */
  readonly labelField?: string
}

export interface FormData {
  /** Field name to value: ids for relations, decimals of Money as strings. */
  readonly values: Readonly<Record<string, unknown>>
  /** Labels of the related records that `values` names, by field name. */
  readonly labels: Readonly<Record<string, readonly RelatedLabel[]>>
  /** The record's own tag; `null` for a new one. */
  readonly etag: string | null
  readonly id: EntityId | null
  /** Several records edited at once, each with its tag: `values` holds what is equal in all, `id` and `etag` are null. */
  readonly records?: readonly { readonly id: EntityId; readonly etag: string }[]
}

/** Of a component that a bundle supplies: what it is configured with, and the page's media type where it has one. */
export interface RemoteSchema {
  readonly configuration: Readonly<Record<string, unknown>>
  readonly mediaType?: string
  /** Those that the option `fields` names, or all that the caller may see. */
  readonly fields: readonly FieldSchema[]
  readonly canCreate: boolean
  readonly canWrite: boolean
  readonly canDelete: boolean
  /** The field that names a record. */
  readonly labelField?: string
}

export interface ListColumn extends FieldSchema {
  readonly sortable: boolean
  readonly filterable: boolean
  /** Filter operators that make sense for the column, by name without `$`, most usual first. */
  readonly operators: readonly string[]
  /** Shown unless the user chose otherwise. */
  readonly visible: boolean
}

export interface ListSchema {
  readonly mediaType: string
  readonly columns: readonly ListColumn[]
  readonly defaultSort: string
  readonly defaultPageSize: number
  readonly pageSizes: readonly number[]
  /** Page that a row opens, when there is one. */
  readonly editPageKey?: string
  readonly canCreate: boolean
  readonly labelField: string
}

export interface ListData {
  readonly rows: readonly ListRow[]
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  readonly rowCount: number
  /** The query the rows answer, as in the URL. */
  readonly sort: string
  readonly filter: string
}

export interface ListRow {
  readonly id: EntityId
  readonly etag: string
  readonly canWrite: boolean
  readonly canDelete: boolean
  readonly values: Readonly<Record<string, unknown>>
  readonly labels: Readonly<Record<string, readonly RelatedLabel[]>>
}

/** Query parameters by which a list's state stands in the URL of display and component reads. */
export interface ListQuery {
  readonly page?: number
  readonly pageSize?: number
  readonly sort?: string
  readonly filter?: string
}

export interface MenuItem {
  readonly key: string
  readonly title: string
  readonly icon?: string
  readonly pageKey?: string
  readonly children?: readonly MenuItem[]
}

/** Pages on which the records of a media type are found: `GET /api/v2/global/pages`, by media type. */
export interface RecordPages {
  readonly label: string
  readonly labelPlural: string
  /** The caller may make new ones. */
  readonly canCreate: boolean
  /** Page with the list of them. */
  readonly listPageKey?: string
  /** Page that edits one of them. */
  readonly itemPageKey?: string
}

export interface SourceNode {
  readonly id: EntityId
  readonly title: string
  readonly children: readonly SourceNode[]
}

/** The props every component of a page receives, built in or from a bundle (specification, "What the service does"). */
export interface PageComponentProps<TData = unknown, TSchema = unknown> {
  readonly componentKey: string
  readonly title?: string
  readonly schema: TSchema
  readonly data: TData
  readonly pageKey: string
  readonly pageIds?: readonly EntityId[]
  readonly isBulkEdit?: boolean
  readonly setDirty?: (dirty: boolean) => void
}
