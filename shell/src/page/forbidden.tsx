import { LockOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { requestIdOf } from '../api/api-error.ts'
import { useTitle } from '../routing/use-title.ts'
import { StateNotice } from '../states/state-notice.tsx'

export function Forbidden({ error }: { readonly error?: unknown }) {
  useTitle('No access')
  return (
    <StateNotice
      wholePage
      icon={<LockOutlined />}
      title="No access"
      requestId={requestIdOf(error)}
      actions={<Link to="/">Go to the start page</Link>}
    >
      You may not open this page. An administrator can give you the right to.
    </StateNotice>
  )
}
