import type { Generated } from 'kysely'

export interface HistoryTables {
  history_outbox: HistoryOutbox
  history_delivery: HistoryDelivery
  edit_history: EditHistory
}

/** Changes that edit history has not got yet; the id orders those of one record. */
interface HistoryOutbox {
  id: Generated<number>
  event_id: Generated<string>
  media_type: string
  record_id: number
  entry: unknown
  created_at: Generated<Date>
  /** When the service refused it, and why. */
  failed_at: Date | null
  failure: string | null
}

/** One row: which instance delivers to edit history, and until when. */
interface HistoryDelivery {
  id: number
  holder: string | null
  expires_at: Generated<Date>
}

/** What edit history keeps: one row a record and save. */
interface EditHistory {
  id: Generated<number>
  event_id: string
  /** Orders the rows of one record, before `id`. */
  sequence: number
  media_type: string
  record_id: number
  version: number
  operation: string
  user_id: number | null
  user_name: string
  at: Date
  fields: unknown
  added: unknown
  removed: unknown
}
