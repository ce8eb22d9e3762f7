import type { PageComponent } from '../catalog/catalog.ts'

/** Orders components by `Order`, ties by key in code units, whatever the culture (specification, "Page-render response"). */
export function compareComponents(a: PageComponent, b: PageComponent): number {
  return a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

/** The components in the order they are shown; those that `preferred` names come first, in its order. */
export function orderComponents(
  components: readonly PageComponent[],
  preferred: readonly string[] = [],
): readonly PageComponent[] {
  const rank = new Map([...new Set(preferred)].map((key, index) => [key, index]))
  const rankOf = (component: PageComponent): number => rank.get(component.key) ?? rank.size
  return [...components].sort((a, b) => rankOf(a) - rankOf(b) || compareComponents(a, b))
}

/** The component keys a user's preferences, `{tabs: {<page key>: [<component key>…]}}`, name for a page [D9]. */
export function preferredKeys(preferences: unknown, pageKey: string): readonly string[] {
  const tabs = member(preferences, 'tabs')
  const keys = member(tabs, pageKey)
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}
