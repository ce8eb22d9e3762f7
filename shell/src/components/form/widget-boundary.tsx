import { Component, type ReactNode } from 'react'

/** A widget that throws (its chunk missing, its value strange) shows the value as text; the other fields stay usable. */
export class WidgetBoundary extends Component<
  { readonly value: unknown; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const { value } = this.props
    return (
      <div className="mq-widget-failed" role="alert">
        <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
        <span>This field could not be shown. Reload the page to edit it.</span>
      </div>
    )
  }
}
