import { Cron } from 'croner'
import { CheckedText } from './checked-text.tsx'
import type { WidgetProps } from './widget.ts'
import { zoneName } from './zone.ts'

const RUNS = 5

export function CronWidget(props: WidgetProps) {
  const { value, invalid } = props
  // While what is typed is no schedule, the last one's runs would mislead.
  const runs = !invalid && typeof value === 'string' && value !== '' ? nextRuns(value) : []
  return (
    <div className="mq-cron">
      <CheckedText {...props} check={check} placeholder="minute hour day month weekday" />
      {runs.length > 0 && (
        <div className="mq-cron-runs">
          <span className="mq-muted">Next runs ({zoneName(runs[0] as Date)})</span>
          <ol>
            {runs.map((run) => (
              <li key={run.getTime()}>{FORMAT.format(run)}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}

const FORMAT = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

function nextRuns(pattern: string): Date[] {
  try {
    return new Cron(pattern, { paused: true }).nextRuns(RUNS)
  } catch {
    return []
  }
}

function check(pattern: string): string | null {
  const words = pattern.split(/\s+/).length
  if (!pattern.startsWith('@') && (words < 5 || words > 7)) {
    return `Write five parts: minute, hour, day, month, weekday (here ${words === 1 ? 'is 1' : `are ${words}`})`
  }
  try {
    const runs = new Cron(pattern, { paused: true })
    return runs.nextRun() === null ? 'This never runs again' : null
  } catch (error) {
    return `Not a schedule: ${(error as Error).message.replace(/^CronPattern: /, '')}`
  }
}
