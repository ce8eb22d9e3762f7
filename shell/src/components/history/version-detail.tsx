import { UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState } from 'react'
import type { HistoryVersion, RelatedNames } from '../../../../shared/history.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import type { HistoryKey } from '../../api/history.ts'
import { ErrorState } from '../../states/error-state.tsx'
import { WhyLink } from '../../why/why-link.tsx'
import { ChangeTable } from './change-table.tsx'
import { type Compared, useDifference } from './use-difference.ts'
import { momentOf, operationOf } from './version-text.ts'

interface VersionDetailProps {
  readonly record: HistoryKey
  readonly entries: readonly HistoryVersion[]
  readonly names: RelatedNames
  readonly selected: number
  readonly schemaFields: readonly FieldSchema[]
  /** Absent: the caller may not, or there is nothing to go back to. */
  readonly onRestore?: (() => void) | undefined
  /** The caller may not change the record. */
  readonly forbidden: boolean
  readonly restoring: boolean
  /** Why it cannot be restored now. */
  readonly obstacle: string | null
}

/** What the version before and the record as it is now are called among the choices. */
const BEFORE = 'before'
const NOW = 'now'

/** One version: what its save changed, or how it differs from another one. */
export function VersionDetail(props: VersionDetailProps) {
  const { record, entries, selected, schemaFields } = props
  const id = useId()
  const [against, setAgainst] = useState(BEFORE)
  const entry = entries[selected] as HistoryVersion
  const other = against === BEFORE || (against === NOW && selected === 0) ? null : against
  const compared = other === null ? null : comparedOf(entries, selected, other)
  const { difference, error, retry } = useDifference(record, compared)
  const shown = compared === null ? { ...entry, names: props.names } : difference
  return (
    <section className="mq-version-detail" aria-labelledby={`${id}-head`}>
      <div className="mq-version-bar">
        <h3 id={`${id}-head`}>
          Version {entry.version}: {operationOf(entry).toLowerCase()} by {entry.user.name}, {momentOf(entry)}
        </h3>
        {props.forbidden && selected > 0 && (
          <WhyLink mediaType={record.mediaType} id={record.id} action="write" label="Why can’t I go back to it?" />
        )}
        {props.onRestore && (
          <Button
            icon={<UndoOutlined aria-hidden="true" />}
            loading={props.restoring}
            disabled={props.obstacle !== null}
            {...(props.obstacle === null ? {} : { title: props.obstacle, 'aria-describedby': `${id}-obstacle` })}
            onClick={props.onRestore}
          >
            Restore this version
          </Button>
        )}
      </div>
      {props.onRestore && props.obstacle !== null && (
        <p id={`${id}-obstacle`} className="mq-muted">
          {props.obstacle}
        </p>
      )}
      <label className="mq-version-compare">
        Compare with
        <select className="mq-select" value={other ?? BEFORE} onChange={(event) => setAgainst(event.target.value)}>
          <option value={BEFORE}>the version before</option>
          {selected > 0 && <option value={NOW}>the current version</option>}
          {entries.map((each, index) =>
            index === selected || index === 0 ? null : (
              <option key={`${each.version} ${each.at}`} value={each.version}>
                version {each.version}, {momentOf(each)}, {each.user.name}
              </option>
            ),
          )}
        </select>
      </label>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {shown === null && error === null && <div className="mq-bone" role="status" aria-label="Loading" />}
      {shown !== null && shown.fields.length + shown.relations.length === 0 && (
        <p className="mq-muted">
          {compared === null ? 'This save changed nothing that you may see.' : 'These versions do not differ.'}
        </p>
      )}
      {shown !== null && shown.fields.length + shown.relations.length > 0 && (
        <ChangeTable {...shown} schemaFields={schemaFields} heads={headsOf(compared)} />
      )}
    </section>
  )
}

/** The older version stands first, whichever was chosen. */
function comparedOf(entries: readonly HistoryVersion[], selected: number, against: string): Compared | null {
  const entry = entries[selected]
  if (entry === undefined) return null
  if (against === NOW) return { from: entry.version, to: null }
  const index = entries.findIndex(({ version }) => String(version) === against)
  const other = entries[index]
  if (other === undefined || index === selected) return null
  return index > selected ? { from: other.version, to: entry.version } : { from: entry.version, to: other.version }
}

function headsOf(compared: Compared | null): readonly [string, string] {
  if (compared === null) return ['Before', 'After']
  return [`Version ${compared.from}`, compared.to === null ? 'Now' : `Version ${compared.to}`]
}
