import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** A day has no zone: it is read and written in the same one. */
export function DateCell({ value }: CellProps) {
  const text = plainText(value)
  const day = formatDay(text)
  return day === text ? text : <time dateTime={text}>{day}</time>
}

/** A day as the user's language writes it; what is none stays as it is. */
export function formatDay(text: string): string {
  const date = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? text : DAY.format(date)
}

/** A time of day, its seconds only where there are some. */
export function TimeCell({ value }: CellProps) {
  return plainText(value).replace(/^(\d\d:\d\d):00$/, '$1')
}

export function DatetimeCell({ value }: CellProps) {
  const text = plainText(value)
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  return (
    <time dateTime={text} title={EXACT.format(date)}>
      {MOMENT.format(date)}
    </time>
  )
}
