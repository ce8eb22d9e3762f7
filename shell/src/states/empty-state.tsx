import { InboxOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { StateNotice } from './state-notice.tsx'

export function EmptyState(props: { readonly title: string; readonly text?: string; readonly actions?: ReactNode }) {
  return (
    <StateNotice icon={<InboxOutlined />} title={props.title} actions={props.actions} role="status">
      {props.text}
    </StateNotice>
  )
}
