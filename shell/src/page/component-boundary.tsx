import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { Notice } from '../states/notice.tsx'

interface Props {
  readonly title: string
  readonly onRetry: () => void
  readonly requestIdOf: (error: unknown) => string | null
  readonly children: ReactNode
}

/** A component that throws shows a notice in its own place; the rest of the page goes on. */
export class ComponentBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const requestId = this.props.requestIdOf(error)
    return (
      <Notice
        tone="error"
        title={`“${this.props.title}” could not be shown`}
        action={
          <Button size="small" onClick={this.props.onRetry}>
            Try again
          </Button>
        }
      >
        {error instanceof Error ? error.message : 'Something unexpected happened.'}
        {requestId && ` (request id ${requestId})`}
      </Notice>
    )
  }
}
