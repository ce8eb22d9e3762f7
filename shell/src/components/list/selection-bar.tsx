import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { pageLink, type RecordState } from '../../routing/links.ts'
import { usePage } from '../../routing/page-context.ts'
import type { Selection } from './use-selection.ts'

/** Records that are edited at once; their ids stand in the address. */
const MOST = 1000

interface SelectionBarProps {
  readonly selection: Selection
  /** Page on which the records are edited; absent: there is none. */
  readonly editPageKey?: string | undefined
}

export function SelectionBar({ selection, editPageKey }: SelectionBarProps) {
  const count = selection.ids.size
  return (
    <div className="mq-selection" data-on={count > 0}>
      <span role="status">{count > 0 && `${count.toLocaleString()} selected`}</span>
      {count > 0 && (
        <>
          {editPageKey !== undefined && <EditButton ids={[...selection.ids]} pageKey={editPageKey} />}
          <Button size="small" onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  )
}

/** Leads to the page that edits them all; one alone is opened as from its row. */
function EditButton({ ids, pageKey }: { readonly ids: readonly number[]; readonly pageKey: string }) {
  const { asPrevious } = usePage()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  if (ids.length > MOST) return <span className="mq-muted">At most {MOST.toLocaleString()} are edited at once</span>
  const to = pageLink(pageKey, ids.join(','), asPrevious)
  return (
    <Button
      size="small"
      icon={<EditOutlined aria-hidden="true" />}
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate(to, { state: { listAddress: pathname + search } satisfies RecordState })
      }}
    >
      Edit {ids.length.toLocaleString()}
    </Button>
  )
}
