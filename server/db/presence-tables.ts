/** Who views or edits a record, a row for each window; times in Unix milliseconds. */
export interface Presence {
  link_id: string
  media_type: string
  record_id: number
  user_id: number
  page_key: string
  action: string
  since: number
  expires_at: number
}

export interface PresenceTables {
  marquee_presence: Presence
}
