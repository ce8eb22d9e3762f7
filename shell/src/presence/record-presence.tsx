import '../styles/presence.css'
import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import type { Viewer } from '../../../shared/presence.ts'
import type { PresencePlace } from '../api/concurrency.ts'
import { timeAgo } from '../interaction/time-ago.ts'
import { editingNotice, editorsFirst, initials, MOST_FACES, sentence } from './sentences.ts'
import { useViewers } from './use-viewers.ts'

const ALONE = 'Nobody else is here'

/** Who else is on the record; nothing at all while nobody can tell. */
export function RecordPresence(place: PresencePlace) {
  const viewers = useViewers(place)
  if (viewers === null) return null
  const notice = editingNotice(viewers)
  return (
    <div className="mq-presence" data-testid="presence">
      <p className="mq-presence-notice" role="status" title={notice}>
        {notice}
      </p>
      {viewers.length === 0 ? (
        <span className="mq-presence-alone" role="img" aria-label={ALONE} title={ALONE}>
          <EyeOutlined aria-hidden="true" />
        </span>
      ) : (
        <Faces viewers={editorsFirst(viewers)} />
      )}
    </div>
  )
}

function Faces({ viewers }: { readonly viewers: readonly Viewer[] }) {
  const shown = viewers.length > MOST_FACES + 1 ? viewers.slice(0, MOST_FACES) : viewers
  return (
    <Popover
      trigger={['hover', 'click']}
      placement="bottomRight"
      destroyOnHidden
      content={<People viewers={viewers} />}
    >
      <button type="button" className="mq-presence-faces">
        <span className="mq-unseen">{viewers.map(sentence).join(', ')}</span>
        {shown.map(({ userId, name, action }) => (
          <span key={userId} className="mq-presence-face" data-action={action} aria-hidden="true">
            {initials(name)}
          </span>
        ))}
        {shown.length < viewers.length && (
          <span className="mq-presence-face" aria-hidden="true">
            +{viewers.length - shown.length}
          </span>
        )}
      </button>
    </Popover>
  )
}

function People({ viewers }: { readonly viewers: readonly Viewer[] }) {
  return (
    <ul className="mq-presence-people" aria-label="Also here">
      {viewers.map((viewer) => (
        <li key={viewer.userId} data-action={viewer.action}>
          {viewer.action === 'editing' ? <EditOutlined aria-hidden="true" /> : <EyeOutlined aria-hidden="true" />}
          <span>{sentence(viewer)}</span>
          <span className="mq-presence-since">came {timeAgo(Date.parse(viewer.since), Date.now())}</span>
        </li>
      ))}
    </ul>
  )
}
