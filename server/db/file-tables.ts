import type { Generated } from 'kysely'
import type { SystemColumns } from './tables.ts'

export interface FileTables {
  storage_areas: StorageAreas
  marquee_files: MarqueeFiles
  marquee_file_garbage: MarqueeFileGarbage
}

/** Where files are kept (specification, "Storage area descriptor"). */
interface StorageAreas extends SystemColumns {
  name: string
  /** 0: disk, 1: bucket, 2: blob storage. */
  type: Generated<number>
  path: string
  username: string | null
  password: string | null
  /** 0: public, 1: private. */
  permission: Generated<number>
  endpoint: string | null
  region: string | null
  is_default: Generated<boolean>
}

/** Files of records. */
interface MarqueeFiles {
  id: Generated<number>
  media_type: string
  record_id: number
  /** Files of a record stand in this order, from 0. */
  position: number
  name: string
  /** The name as it stands in addresses. */
  encoded_name: string
  area: number
  object_key: string
  /** In bytes; of a pending file as it was announced. */
  size: number | null
  /** Hex. */
  md5: string | null
  content_type: string
  playback_type: string
  /** Pending: its bytes are still to come. */
  state: 'pending' | 'complete'
  /** One for all files of a record: part of the place of those that come later. */
  suffix: string
  created_at: Generated<Date>
}

/** Objects that no file refers to, removed when they are due. */
interface MarqueeFileGarbage {
  area: number
  object_key: string
  due_at: Generated<Date>
}
