import { LockOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { ApiError, requestIdOf } from '../api/api-error.ts'
import { useTitle } from '../routing/use-title.ts'
import { StateNotice } from '../states/state-notice.tsx'
import { WhyLink } from '../why/why-link.tsx'

export function Forbidden({ error }: { readonly error?: unknown }) {
  useTitle('No access')
  const mediaType = error instanceof ApiError ? error.errors[0]?.meta?.mediaType : undefined
  return (
    <StateNotice
      wholePage
      icon={<LockOutlined />}
      title="No access"
      requestId={requestIdOf(error)}
      actions={
        <>
          <Link to="/">Go to the start page</Link>
          {typeof mediaType === 'string' && <WhyLink mediaType={mediaType} id={null} action="read" />}
        </>
      }
    >
      You may not open this page. An administrator can give you the right to.
    </StateNotice>
  )
}
