import { ComponentFrame } from './component-frame.tsx'
import type { PairedComponent } from './pair-components.ts'

export function StackLayout({ components }: { readonly components: readonly PairedComponent[] }) {
  return components.map((component) => (
    <ComponentFrame key={component.schema.key} component={component} titled={components.length > 1} />
  ))
}
