import { NOT_BUILT_TYPES } from '../../../shared/page-parts.ts'
import type { ComponentMapper } from './component-mapper.ts'

/** Built-in types that this version has no part for: they are answered, so that the page says so in their place. */
export const notBuilt: readonly ComponentMapper[] = NOT_BUILT_TYPES.map((name) => ({
  name,
  schema: () => ({}),
  data: () => null,
}))
