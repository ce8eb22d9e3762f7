import { DisconnectOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ApiError, NetworkError, requestIdOf } from '../api/api-error.ts'
import { StateNotice } from './state-notice.tsx'

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry: () => void
  readonly wholePage?: boolean
  /** What else can be done about it. */
  readonly more?: ReactNode
}

/** Something could not be loaded; says what, and offers to try again. */
export function ErrorState({ error, onRetry, wholePage = false, more }: ErrorStateProps) {
  const offline = error instanceof NetworkError
  const known = offline || error instanceof ApiError
  return (
    <StateNotice
      role="alert"
      wholePage={wholePage}
      icon={offline ? <DisconnectOutlined /> : <WarningOutlined />}
      title={offline ? 'The server could not be reached' : 'This could not be loaded'}
      requestId={requestIdOf(error)}
      actions={
        <>
          <Button icon={<ReloadOutlined aria-hidden="true" />} onClick={onRetry}>
            Try again
          </Button>
          {more}
        </>
      }
    >
      {offline
        ? 'Check the connection and try again.'
        : known
          ? (error as Error).message
          : 'Something unexpected happened.'}
    </StateNotice>
  )
}
