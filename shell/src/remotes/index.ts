import { MissingComponent } from '../components/missing-component.tsx'
import { lazyPart } from '../interaction/lazy-part.ts'

/** Shows a component that is not built in. Nothing of bundles is loaded before a page has one. */
export const RemoteComponent = lazyPart(
  () => import('./remote-component.tsx').then((module) => module.RemoteComponent),
  MissingComponent,
)
