import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { showToast } from './toasts.tsx'

const GONE = {
  text: 'A part of this page could not be loaded. A newer version may have taken its place.',
  tone: 'error',
  stays: true,
  action: { label: 'Reload', run: () => window.location.reload() },
} as const

/**
 * A component in a file of its own. Where the file cannot be had, as after a deployment, the user is told and may reload;
 * `missing` stands in the component's place.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  missing: ComponentType<P> = Nothing,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => {
        showToast(GONE)
        return { default: missing }
      },
    ),
  )
}

function Nothing(): null {
  return null
}
