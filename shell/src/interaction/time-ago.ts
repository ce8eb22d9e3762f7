const MINUTE = 60_000
const HOUR = 60 * MINUTE
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** How long ago a moment was, within a day; the day it was otherwise. Both in milliseconds. */
export function timeAgo(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return AGO.format(-Math.floor(past / MINUTE), 'minute')
  if (past < 24 * HOUR) return AGO.format(-Math.floor(past / HOUR), 'hour')
  return DAY.format(at)
}
