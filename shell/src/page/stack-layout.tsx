import { ComponentFrame } from './component-frame.tsx'
import type { PairedComponent } from './pair-components.ts'

interface StackLayoutProps {
  readonly components: readonly PairedComponent[]
  /** What the page's head says already needs no second heading. */
  readonly pageTitle: string
}

export function StackLayout({ components, pageTitle }: StackLayoutProps) {
  return components.map((component) => (
    <ComponentFrame
      key={component.schema.key}
      component={component}
      titled={components.length > 1 && component.schema.title !== pageTitle}
    />
  ))
}
