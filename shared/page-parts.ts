/** Wire types of the built-in components that stand beside lists and forms on a page. */
import type { EntityId } from './envelope.ts'
import type { FieldSchema, FormData, FormSchema, RelatedLabel } from './page.ts'

/** Types that the specification names as built in and this version does not show: charts and cards are one type each. */
export const NOT_BUILT_TYPES: readonly string[] = ['contentcriteria', 'dmm', 'epg', 'chart', 'card']

export const MESSAGE_TONES = ['info', 'success', 'warning', 'error'] as const
export type MessageTone = (typeof MESSAGE_TONES)[number]

export interface MessageSchema {
  readonly tone: MessageTone
  /** May be put away; it comes back when it says something else. */
  readonly dismissible: boolean
}

export interface MessageData {
  /** Plain text. */
  readonly title: string | null
  /** Sanitised HTML. */
  readonly html: string
}

/** What a page within a page may be allowed; nothing that leads the browser away from the shell. */
export const SANDBOX_TOKENS: readonly string[] = [
  'allow-downloads',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-same-origin',
  'allow-scripts',
]

export interface IframeSchema {
  readonly title: string
  /** Pixels. */
  readonly height: number
  readonly sandbox: readonly string[]
}

export interface IframeData {
  readonly url: string
}

export interface RelatedFormSchema extends FormSchema {
  /** What the related records are called, where the caller may see none of them. */
  readonly unreadable?: string
  /** What taking the record away from the page's record comes to; absent: it cannot be. */
  readonly removal?: 'unlink' | 'delete'
}

export interface RelatedFormData extends FormData {
  /** There is a record, and the caller may not see it. */
  readonly withheld?: true
}

export interface RelatedChoiceSchema {
  /** The relation as a form would have it; `multiple` tells a to-many one. */
  readonly field: FieldSchema
  /** Fields of the related records that are shown beside their labels. */
  readonly columns: readonly FieldSchema[]
  readonly canWrite: boolean
  readonly mediaType: string
}

/** The related records, or the first of them. */
export interface RelatedChoiceData {
  readonly records: readonly RelatedChoice[]
  /** In a bulk edit, the page's records that are changed alike. */
  readonly pageRecords?: readonly { readonly id: EntityId; readonly etag: string }[]
  /** How many there are. */
  readonly count: number
  readonly page: number
  readonly pageCount: number
}

export interface RelatedChoice extends RelatedLabel {
  readonly values: Readonly<Record<string, unknown>>
  readonly labels: Readonly<Record<string, readonly RelatedLabel[]>>
}
