import type { SkippedChange } from '../../../../shared/history.ts'
import { Notice } from '../../states/notice.tsx'

const REASONS: Readonly<Record<SkippedChange['reason'], string>> = {
  gone: 'records it referred to are gone',
  'read-only': 'it is read-only',
  secret: 'it is secret',
  unknown: 'there is no such field any more',
  'other-side': 'it is kept by the related records',
  files: 'they stay as they are',
  refused: 'the value is not taken any more',
}

/** What a restore could not bring back. */
export function SkippedNotice({ skipped }: { readonly skipped: readonly SkippedChange[] }) {
  return (
    <Notice tone="warning" title="Restored, all but this">
      <ul>
        {skipped.map(({ name, label, reason, detail, ids = [] }) => (
          <li key={`${name} ${reason}`}>
            {label}: {detail ?? REASONS[reason]}
            {ids.length > 0 && ` (${ids.map((id) => `#${id}`).join(', ')})`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
