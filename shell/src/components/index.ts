import type { ComponentType } from 'react'
import type { PageComponentProps } from '../../../shared/page.ts'
import { lazyPart } from '../interaction/lazy-part.ts'
import { createRegistry } from '../registry/registry.ts'
import { MissingComponent } from './missing-component.tsx'

type PageComponent = ComponentType<PageComponentProps>

const relatedList = () =>
  import('./related-list/related-list.tsx').then((module) => module.RelatedList as PageComponent)

const part = (load: () => Promise<PageComponent>) => lazyPart(load, MissingComponent)

/** Each built-in component type, in its own chunk. Its schema and data are what the server's mapper of that name sends. */
export const components = createRegistry<PageComponent>([
  ['list', part(() => import('./list/list.tsx').then((module) => module.List as PageComponent))],
  ['form', part(() => import('./form/form.tsx').then((module) => module.Form as PageComponent))],
  ['relatedList', part(relatedList)],
  ['orderedRelatedList', part(relatedList)],
  ['asyncRelatedList', part(relatedList)],
  [
    'permissionList',
    part(() =>
      import('./permission-list/permission-list.tsx').then((module) => module.PermissionList as PageComponent),
    ),
  ],
  [
    'relatedForm',
    part(() => import('./related-form/related-form.tsx').then((module) => module.RelatedForm as PageComponent)),
  ],
  [
    'relatedAutoComplete',
    part(() =>
      import('./related-auto-complete/related-auto-complete.tsx').then(
        (module) => module.RelatedAutoComplete as PageComponent,
      ),
    ),
  ],
  ['message', part(() => import('./message/message.tsx').then((module) => module.Message as PageComponent))],
  ['iframe', part(() => import('./iframe/iframe.tsx').then((module) => module.Iframe as PageComponent))],
  ['signIns', part(() => import('./sign-ins/sign-ins.tsx').then((module) => module.SignIns as PageComponent))],
])
