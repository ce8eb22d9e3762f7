/** Wire types of `GET /api/v2/permissions/explain`: why somebody may do something, or may not. */

export type ExplainedAction = 'read' | 'create' | 'write' | 'delete'
export type ExplainedRight = 'read' | 'write' | 'delete'

/** A user, group or client by name; `id` where administrators ask, who may look at it. */
export interface NamedHolder {
  readonly id?: number
  readonly name: string
}

/** Who holds a permission. */
export interface PermissionHolder extends NamedHolder {
  readonly kind: 'user' | 'group' | 'client'
  /** The source that the permission is on, the record's or one above; null: it is on the media type, or on the field. */
  readonly source: { readonly id: number; readonly name: string } | null
}

/** One thing that allows or denies an action. */
export interface Reason {
  readonly kind: 'administrator' | 'block' | 'mediaType' | 'source' | 'record' | 'client' | 'token' | 'field'
  readonly allows: boolean
  readonly detail: string
  /** What a permission is needed for: to change or delete what cannot be read is not possible either. */
  readonly right?: ExplainedRight
  /** Of the record, where the reason is about it. */
  readonly source?: { readonly id: number; readonly name: string }
  readonly by?: readonly PermissionHolder[]
}

export interface Explanation {
  readonly mediaType: string
  readonly id: number | null
  readonly field: string | null
  readonly action: ExplainedAction
  readonly allowed: boolean
  /** What the action needs where it is allowed, else None. */
  readonly permission: 'CanCreate' | 'CanWrite' | 'CanDelete' | 'CanRead' | 'None'
  readonly reasons: readonly Reason[]
  /** Those that the user is in. */
  readonly groups: readonly NamedHolder[]
}
