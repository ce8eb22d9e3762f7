import { Cron } from 'croner'
import { expected, type Parsed, parsed } from './field-type.ts'
import { textLike } from './text-like.ts'

/** A cron expression of 5 fields, or 6 with seconds first, as croner reads it. */
export const cron = textLike({
  name: 'Cron',
  widget: 'cron',
  what: 'a cron expression',
  longest: 200,
  read,
  schema: () => ({ examples: ['0 6 * * 1'] }),
})

function read(text: string): Parsed {
  const fields = text.trim().split(/\s+/).length
  const valid = (fields === 5 || fields === 6) && isSchedule(text)
  return valid ? parsed(text) : expected('a cron expression of 5 or 6 fields, such as 0 6 * * 1')
}

function isSchedule(text: string): boolean {
  try {
    new Cron(text, { paused: true, mode: '5-or-6-parts' })
    return true
  } catch {
    return false
  }
}
