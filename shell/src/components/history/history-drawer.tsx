import '../../styles/history.css'
import { DisconnectOutlined, LockOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { FieldSchema } from '../../../../shared/page.ts'
import { ApiError } from '../../api/api-error.ts'
import type { RecordVersion } from '../../api/records.ts'
import { EmptyState } from '../../states/empty-state.tsx'
import { ErrorState } from '../../states/error-state.tsx'
import { StateNotice } from '../../states/state-notice.tsx'
import { RefusalNotice } from '../form/refusal-notice.tsx'
import { SkippedNotice } from './skipped-notice.tsx'
import { useHistory } from './use-history.ts'
import { useRestore } from './use-restore.ts'
import { VersionDetail } from './version-detail.tsx'
import { VersionList } from './version-list.tsx'

interface HistoryDrawerProps {
  readonly record: RecordVersion
  readonly title: string
  readonly fields: readonly FieldSchema[]
  readonly canRestore: boolean
  /** The form holds edits, which a restore would go beneath. */
  readonly dirty: boolean
  /** Shows the record as it is now in the form. */
  readonly newest: () => Promise<boolean>
  readonly onClose: () => void
}

/** The versions of a record: who changed what and when, how they differ, and the way back to one. */
export function HistoryDrawer({ title, onClose, ...props }: HistoryDrawerProps) {
  return (
    <Drawer
      open
      size="min(1040px, 94vw)"
      title={
        <>
          History <span className="mq-history-of">{title}</span>
        </>
      }
      closable={{ placement: 'end' }}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      <History {...props} />
    </Drawer>
  )
}

function History(props: Omit<HistoryDrawerProps, 'title' | 'onClose'>) {
  const { record, fields, canRestore, dirty, newest } = props
  const { known, error, busy, reload, older } = useHistory(record)
  const [selected, setSelected] = useState(0)
  const showNewest = async () => {
    await newest()
    setSelected(0)
    reload()
  }
  const { restore, restoring, refusal, skipped, clearRefusal } = useRestore({ record, onRestored: showNewest })

  if (error !== null) return <Failure error={error} retry={reload} />
  if (known === null) return <Loading />
  const entry = known.entries[Math.min(selected, known.entries.length - 1)]
  if (entry === undefined) return <EmptyState title="No versions yet" text="What is saved from now on is told here." />
  const index = known.entries.indexOf(entry)
  return (
    <div className="mq-history" aria-busy={busy}>
      <VersionList
        entries={known.entries}
        total={known.total}
        selected={index}
        busy={busy}
        onSelect={setSelected}
        onOlder={() => void older()}
      />
      <div className="mq-history-main">
        {refusal !== null && (
          <RefusalNotice
            title="Not restored"
            record={record}
            action="write"
            refusal={refusal}
            onShowNewest={() => void showNewest().then(clearRefusal)}
          />
        )}
        {skipped.length > 0 && <SkippedNotice skipped={skipped} />}
        <VersionDetail
          record={record}
          entries={known.entries}
          names={known.names}
          selected={index}
          schemaFields={fields}
          onRestore={canRestore && index > 0 ? () => void restore(entry) : undefined}
          forbidden={!canRestore}
          restoring={restoring}
          obstacle={dirty ? 'Save or discard your changes to this record first.' : null}
        />
      </div>
    </div>
  )
}

function Failure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const { status = 0, requestId = null } = error instanceof ApiError ? error : {}
  const again = (
    <Button icon={<ReloadOutlined aria-hidden="true" />} onClick={retry}>
      Try again
    </Button>
  )
  if (status === 503) {
    return (
      <StateNotice
        role="alert"
        icon={<DisconnectOutlined />}
        title="Edit history cannot be reached"
        requestId={requestId}
        actions={again}
      >
        Nothing is lost: what is saved meanwhile is told once it can be reached again.
      </StateNotice>
    )
  }
  if (status === 403 || status === 404) {
    return (
      <StateNotice role="alert" icon={<LockOutlined />} title="No history to see">
        This record has none, or it is not open to you.
      </StateNotice>
    )
  }
  return <ErrorState error={error} onRetry={retry} />
}

const BONES = Array.from({ length: 6 }, (_, index) => index)

function Loading() {
  return (
    <div className="mq-history" role="status" aria-label="Loading">
      <div className="mq-versions mq-history-bones">
        {BONES.map((bone) => (
          <div key={bone} className="mq-bone" />
        ))}
      </div>
      <div className="mq-history-main mq-history-bones">
        {BONES.slice(2).map((bone) => (
          <div key={bone} className="mq-bone" />
        ))}
      </div>
    </div>
  )
}
