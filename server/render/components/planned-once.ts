import type { Catalog, MediaType, PageComponent } from '../../catalog/catalog.ts'
import type { ComponentContext } from '../context.ts'

type Planned = Pick<ComponentContext, 'catalog' | 'component' | 'type'>

/** What a component is for every caller and record alike: made once, and gone with its revision of the catalog [PR22]. */
export function plannedOnce<P>(
  make: (catalog: Catalog, component: PageComponent, type: MediaType | undefined) => P,
): (context: Planned) => P {
  const plans = new WeakMap<Catalog, Map<PageComponent, P>>()
  return ({ catalog, component, type }) => {
    const known = plans.get(catalog) ?? new Map<PageComponent, P>()
    plans.set(catalog, known)
    if (!known.has(component)) known.set(component, make(catalog, component, type))
    return known.get(component) as P
  }
}
