import { timeAgo } from '../interaction/time-ago.ts'

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** How long ago a moment was, in Unix seconds, with the exact time for whoever points at it. */
export function Moment({ at }: { readonly at: number }) {
  const date = new Date(at * 1000)
  return (
    <time dateTime={date.toISOString()} title={EXACT.format(date)}>
      {timeAgo(at * 1000, Date.now())}
    </time>
  )
}
