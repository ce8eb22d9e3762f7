import { registry } from '../../registry.ts'
import { asyncRelatedList } from './async-related-list.ts'
import type { ComponentMapper } from './component-mapper.ts'
import { form } from './form.ts'
import { iframe } from './iframe.ts'
import { list } from './list.ts'
import { message } from './message.ts'
import { notBuilt } from './not-built.ts'
import { orderedRelatedList } from './ordered-related-list.ts'
import { permissionList } from './permission-list.ts'
import { relatedAutoComplete } from './related-auto-complete.ts'
import { relatedForm } from './related-form.ts'
import { relatedList } from './related-list.ts'
import { signIns } from './sign-ins.ts'

/** Every component type the page server can map, by the type string of page definitions. */
export const componentMappers = registry<ComponentMapper>('component', [
  list,
  form,
  permissionList,
  signIns,
  relatedForm,
  relatedAutoComplete,
  relatedList,
  orderedRelatedList,
  asyncRelatedList,
  message,
  iframe,
  ...notBuilt,
])
