/** One row of `storage_areas` (specification, "Storage area descriptor"). */
export interface StorageArea {
  readonly id: number
  readonly name: string
  /** 0: disk, 1: object-storage bucket, 2: blob storage. */
  readonly type: 0 | 1 | 2
  /** Folder on disk; else bucket or container, and the path in it after the first `/`. */
  readonly path: string
  /** Access key, or account name. */
  readonly username: string | null
  /** Secret key, or account key. */
  readonly password: string | null
  /** 0: public, 1: private. */
  readonly permission: 0 | 1
  /** Address of the storage where it is not the provider's own; `r2:<BINDING>` for a Worker's bucket. */
  readonly endpoint: string | null
  readonly region: string | null
  readonly isDefault: boolean
}
