import { FileSearchOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { requestIdOf } from '../api/api-error.ts'
import { useTitle } from '../routing/use-title.ts'
import { StateNotice } from '../states/state-notice.tsx'

export function NotFound({ error }: { readonly error?: unknown }) {
  useTitle('Not found')
  return (
    <StateNotice
      wholePage
      icon={<FileSearchOutlined />}
      title="Not found"
      requestId={requestIdOf(error)}
      actions={<Link to="/">Go to the start page</Link>}
    >
      It is not there, or you may not see it.
    </StateNotice>
  )
}
