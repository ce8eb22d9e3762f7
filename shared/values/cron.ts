import { Cron } from 'croner'
import { expected, type Parsed, parsed } from './reading.ts'
import type { TextForm } from './text-reader.ts'

/** A cron expression of 5 fields, or 6 with seconds first, as croner reads it. */
export const CRON: TextForm = { what: 'a cron expression', longest: 200, read }

function read(text: string): Parsed {
  const fields = text.trim().split(/\s+/).length
  const valid = (fields === 5 || fields === 6) && scheduleOf(text) !== null
  return valid ? parsed(text) : expected('a cron expression of 5 or 6 fields, such as 0 6 * * 1')
}

/** Null for what is no schedule. */
export function scheduleOf(text: string): Cron | null {
  try {
    return new Cron(text, { paused: true, mode: '5-or-6-parts' })
  } catch {
    return null
  }
}
