/** Wire types of `/api/v2/history` (docs/history.md). */

export interface HistoryField {
  readonly name: string
  readonly label: string
  /** Values as the data API shows them; null: there was none. Of a field that refers to records their ids. */
  readonly old: unknown
  readonly new: unknown
  /** What the ids refer to. */
  readonly mediaType?: string
}

export interface HistoryRelation {
  /** Key in the record's `_links`. */
  readonly relation: string
  readonly label: string
  readonly mediaType: string
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Names of related records, by media type and id; one that is gone has none. */
export type RelatedNames = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface HistoryVersion {
  /** The record's version after the save; of a removal, the last one. */
  readonly version: number
  readonly operation: 'Added' | 'Changed' | 'Removed' | 'AddedRelation' | 'RemovedRelation'
  /** ISO 8601, UTC. */
  readonly at: string
  readonly user: { readonly id: number | null; readonly name: string }
  readonly fields: readonly HistoryField[]
  readonly relations: readonly HistoryRelation[]
}

/** `GET /api/v2/history/<type>/<id>?page&limit`. */
export interface RecordHistory {
  readonly mediaType: string
  readonly id: number
  /** Zero-based. */
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  readonly total: number
  /** Newest first. */
  readonly entries: readonly HistoryVersion[]
  readonly names: RelatedNames
}

/** `GET /api/v2/history/<type>/<id>/difference?from&to`. */
export interface VersionDifference {
  readonly from: number
  /** Null: the newest version. */
  readonly to: number | null
  readonly fields: readonly HistoryField[]
  readonly relations: readonly HistoryRelation[]
  readonly names: RelatedNames
}

/** The last change of a record. */
export interface RecentChange {
  readonly mediaType: string
  readonly id: number
  /** What the record is shown by. */
  readonly name: string
  readonly operation: HistoryVersion['operation']
  /** ISO 8601, UTC. */
  readonly at: string
  readonly user: HistoryVersion['user']
}

/** `GET /api/v2/history?mine&limit`: newest first. */
export interface RecentChanges {
  readonly entries: readonly RecentChange[]
}

/** What of a version could not be brought back, and why. */
export interface SkippedChange {
  readonly name: string
  readonly label: string
  /**
   * `gone`: related records are no more; `read-only` and `secret` fields; `unknown`: the field or relation is no more;
   * `other-side`: the relation is kept by the related records; `files`: files that a record gave up are not
   * kept; `refused`: the value may not be written as things are now.
   */
  readonly reason: 'gone' | 'read-only' | 'secret' | 'unknown' | 'other-side' | 'files' | 'refused'
  /** Why it is refused. */
  readonly detail?: string
  readonly mediaType?: string
  readonly ids?: readonly number[]
}

/** `POST /api/v2/history/<type>/<id>/restore` with `{version}`. */
export interface RestoredVersion {
  readonly mediaType: string
  readonly id: number
  /** The version brought back. */
  readonly version: number
  /** The record's tag now, without quotes. */
  readonly etag: string | null
  readonly skipped: readonly SkippedChange[]
}
