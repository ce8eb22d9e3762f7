import { type ComponentType, lazy } from 'react'
import type { PageComponentProps } from '../../../shared/page.ts'
import { createRegistry } from '../registry/registry.ts'

type PageComponent = ComponentType<PageComponentProps>

/** Each built-in component type, in its own chunk. Its schema and data are what the server's mapper of that name sends. */
export const components = createRegistry<PageComponent>([
  ['list', lazy(() => import('./list/list.tsx').then((module) => ({ default: module.List as PageComponent })))],
  ['form', lazy(() => import('./form/form.tsx').then((module) => ({ default: module.Form as PageComponent })))],
])
