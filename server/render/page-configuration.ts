import type { PageConfiguration } from '../../shared/page.ts'
import type { Registry } from '../registry.ts'
import type { ComponentMapper } from './components/component-mapper.ts'
import type { ComponentContext, RenderContext } from './context.ts'
import { itemText } from './item.ts'
import { type Evaluated, isShown } from './outcome.ts'

/** The flags and facts of a page, by what became of its components. */
export async function pageConfiguration(
  context: RenderContext,
  evaluated: readonly Evaluated[],
  mappers: Registry<ComponentMapper>,
): Promise<PageConfiguration> {
  const { page, type, item } = context
  const shown = evaluated.filter(({ outcome }) => isShown(outcome))
  // A page is answered even when what its flags come from is not.
  const [create, records] = await Promise.allSettled([type && context.mayCreate(type), context.records()])
  const mayCreate = create.status === 'fulfilled' && create.value === true
  const only = records.status === 'fulfilled' && item.kind === 'records' ? records.value?.entities : undefined
  const save = shown.some(({ component, outcome }) => {
    const componentContext: ComponentContext = { ...context, component, listState: {} }
    return isShown(outcome) && mappers.get(component.type)?.savable?.(outcome.schema, componentContext) === true
  })
  const newPages = shown.flatMap(
    ({ component }) => mappers.get(component.type)?.newPageKey?.(component, page.key) ?? [],
  )
  return {
    save,
    create: mayCreate,
    addNew: mayCreate,
    ...(mayCreate && newPages[0] !== undefined ? { addNewPageKey: newPages[0] } : {}),
    layout: page.layout === 'tabs' ? 'tabs' : 'stack',
    ...(page.components.length === 0 ? { empty: true } : {}),
    ...(item.kind === 'none' ? {} : { itemId: itemText(item) as string }),
    ...(page.mediaType === null ? {} : { mediaType: page.mediaType }),
    ...(only?.length === 1 ? { etag: only[0]?._etag as string } : {}),
  }
}
