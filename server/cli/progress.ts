import type { StatusLine } from './status-line.ts'

export interface ProgressOptions {
  /** What is done, as a heading: `Importing films`. */
  readonly title: string
  /** How much there is; null when nobody knows. */
  readonly total: number | null
  /** What is counted, in the plural: `rows`. */
  readonly unit: string
}

/** How far a piece of work is. */
export interface ProgressReport {
  /** So many more are done; `what` is shown beside the bar. */
  readonly advance: (count: number, what?: string) => void
  /** So many are done in all. */
  readonly reach: (done: number, what?: string) => void
  /** Writes the closing line with count and time. Call it once, when the work is done. */
  readonly end: () => void
}

export interface ProgressWays {
  readonly quiet: boolean
  /** Milliseconds that only grow. */
  readonly now: () => number
}

const BAR_WIDTH = 24
/** A terminal is drawn over so often at most; where nobody looks, a line tells of the progress now and then. */
const REDRAW_MS = 100
const LINE_MS = 10_000

const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** A bar with count, rate and time left on a terminal; elsewhere a plain line every ten seconds. */
export function startProgress(
  { title, total, unit }: ProgressOptions,
  status: StatusLine,
  { quiet, now }: ProgressWays,
): ProgressReport {
  const started = now()
  let done = 0
  let told = status.live ? Number.NEGATIVE_INFINITY : started
  const reach = (reached: number, what = ''): void => {
    done = reached
    if (quiet || now() - told < (status.live ? REDRAW_MS : LINE_MS)) return
    told = now()
    const seconds = (told - started) / 1000
    if (status.live)
      status.show([title, bar(done, total), state(done, total, unit, seconds), what].join('  ').trimEnd())
    else status.line(`${title}: ${state(done, total, unit, seconds)}`)
  }
  return {
    advance: (count, what) => reach(done + count, what),
    reach,
    end: () => {
      status.show('')
      const seconds = (now() - started) / 1000
      if (!quiet) status.line(`${title}: ${numbers.format(done)} ${unit} in ${clock(seconds)}${rate(done, seconds)}`)
    },
  }
}

function bar(done: number, total: number | null): string {
  if (total === null) return ''
  const share = total === 0 ? 1 : Math.min(1, done / total)
  return `${'█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')} ${String(Math.floor(share * 100)).padStart(3)} %`
}

function state(done: number, total: number | null, unit: string, seconds: number): string {
  const of = total === null ? '' : ` of ${numbers.format(total)}`
  const left = total === null || done === 0 || done >= total ? '' : `, ${clock((seconds / done) * (total - done))} left`
  return `${numbers.format(done)}${of} ${unit}${rate(done, seconds)}${left}`
}

/** A rate over a moment tells nothing. */
function rate(done: number, seconds: number): string {
  return seconds < 0.5 ? '' : `, ${numbers.format(done / seconds)}/s`
}

/** `0:07`, `12:30`, `1:02:03`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (part: number): string => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
