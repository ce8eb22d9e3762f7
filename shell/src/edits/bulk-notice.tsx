import { Button } from 'antd'
import { pageLink } from '../routing/links.ts'
import { usePage } from '../routing/page-context.ts'
import { Notice } from '../states/notice.tsx'
import type { BulkRun } from './use-bulk-save.ts'

interface BulkNoticeProps {
  readonly run: BulkRun
  readonly onStop: () => void
  readonly onRetry: () => void
}

/** Above the bar: how far the save of several records is, and which were refused and why. */
export function BulkNotice({ run, onStop, onRetry }: BulkNoticeProps) {
  return run.kind === 'running' ? <Running {...run} onStop={onStop} /> : <Ended {...run} onRetry={onRetry} />
}

type Running = Extract<BulkRun, { kind: 'running' }>

function Running({ progress: { saved, failed, total }, stopping, onStop }: Running & { readonly onStop: () => void }) {
  return (
    <div className="mq-bulk-running" data-testid="bulk-progress">
      <progress max={total} value={saved + failed} aria-label="Saving" />
      <span role="status">
        {stopping ? 'Stopping after this chunk…' : `${count(saved)} of ${count(total)} saved`}
        {failed > 0 && `, ${count(failed)} not`}
      </span>
      <Button size="small" disabled={stopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

type Ended = Extract<BulkRun, { kind: 'ended' }>

function Ended({ outcome: { saved, left, end }, failures, onRetry }: Ended & { readonly onRetry: () => void }) {
  const { pageKey, asPrevious } = usePage()
  const open = failures.length + left.length
  const again = open - failures.filter(({ gone }) => gone).length
  return (
    <Notice
      tone={failures.length > 0 ? 'error' : 'warning'}
      title={`${count(saved.length)} saved, ${count(open)} not`}
      action={
        again > 0 && (
          <Button size="small" onClick={onRetry}>
            Retry {count(again)}
          </Button>
        )
      }
    >
      {failures.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        <ul className="mq-bulk-failures" tabIndex={0} aria-label="Not saved">
          {failures.map(({ id, name, reason, gone }) => (
            <li key={id}>
              {gone ? (
                <span>{name}</span>
              ) : (
                <a href={pageLink(pageKey, id, asPrevious)} target="_blank" rel="noreferrer">
                  {name}
                </a>
              )}
              <span>{gone ? 'It is not there any more, or not for you.' : reason}</span>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && <p>{leftText(left.length, end.kind)}</p>}
    </Notice>
  )
}

function leftText(amount: number, end: Ended['outcome']['end']['kind']): string {
  const others = amount === 1 ? 'One record was not tried' : `${count(amount)} records were not tried`
  if (end === 'alike') return `${others}, since the ones before were all refused for the same reason.`
  return end === 'stopped' ? `${others}: you stopped it.` : `${others}.`
}

function count(amount: number): string {
  return amount.toLocaleString()
}
