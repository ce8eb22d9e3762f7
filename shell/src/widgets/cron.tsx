import { scheduleOf } from '../../../shared/values/cron.ts'
import { CheckedText } from './checked-text.tsx'
import type { WidgetProps } from './widget.ts'
import { zoneName } from './zone.ts'

const RUNS = 3

export function CronWidget(props: WidgetProps) {
  const { value, invalid } = props
  // While what is typed is no schedule, the last one's runs would mislead.
  const schedule = !invalid && typeof value === 'string' && value !== '' ? scheduleOf(value) : null
  const runs = schedule?.nextRuns(RUNS) ?? []
  return (
    <div className="mq-cron">
      <CheckedText {...props} hint={hint} placeholder="minute hour day month weekday" />
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
      {schedule !== null && runs.length === 0 && <p className="mq-cron-runs mq-muted">This never runs again.</p>}
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

function hint(pattern: string): string {
  const words = pattern.split(/\s+/).length
  return words === 5 || words === 6
    ? 'Not a schedule: this does not say when to run'
    : `Write five parts: minute, hour, day, month, weekday (here ${words === 1 ? 'is 1' : `are ${words}`})`
}
