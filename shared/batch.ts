/** Wire types of the data API's batch [D5]. */

/** Operations of one batch: a page of thousands of edited rows is saved in one, within seconds. */
export const MAX_OPERATIONS = 5000

export type BatchOperation =
  | {
      readonly _op: 'add'
      readonly _type: string
      readonly _lid?: string
      readonly _data: Readonly<Record<string, unknown>>
    }
  | {
      readonly _op: 'update'
      readonly _href: string | LocalId
      readonly _etag?: string
      readonly _data: Readonly<Record<string, unknown>>
      /** One of many records changed alike: it may leave a required list empty (specification, "Errors"). */
      readonly _bulk?: true
    }
  | { readonly _op: 'remove'; readonly _href: string; readonly _etag?: string }

/** Stands for a record that an earlier operation of the same batch adds. */
export interface LocalId {
  readonly _lid: string
}

/** What became of one operation. */
export interface BatchResult {
  readonly _status: number
  readonly _href: string
  /** Absent: the record is gone. */
  readonly _etag?: string
  readonly _lid?: string
}
