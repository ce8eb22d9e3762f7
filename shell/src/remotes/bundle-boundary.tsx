import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { Notice } from '../states/notice.tsx'

interface Props {
  readonly bundle: string
  /** What the component had unsaved is gone with it. */
  readonly onCrash: () => void
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** A component of a bundle that throws shows a notice in its own place, which says whose fault it is. */
export class BundleBoundary extends Component<Props, { readonly error: unknown }> {
  /** What it catches is told of by itself, and is no failure of the shell. */
  readonly tellsItself = true
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('It failed without saying why.') }
  }

  override componentDidCatch(error: unknown) {
    console.info(`The bundle “${this.props.bundle}” threw:`, error)
    this.props.onCrash()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <Notice
        tone="error"
        title={`A component of the bundle “${this.props.bundle}” failed`}
        action={
          <Button size="small" onClick={this.props.onRetry}>
            Try again
          </Button>
        }
      >
        {error instanceof Error ? error.message : String(error)} The rest of the page is not affected.
      </Notice>
    )
  }
}
