import type { ComponentSchema, PageResponse } from '../../../shared/page.ts'

export interface PairedComponent {
  readonly schema: ComponentSchema
  readonly data: unknown
}

/** Each component's schema with its data, in the server's order; `null` data where it sent none. */
export function pairComponents(page: Pick<PageResponse, 'schema' | 'data'>): PairedComponent[] {
  const data = new Map(page.data.components.map((component) => [component.key, component.data]))
  return page.schema.components.map((schema) => ({ schema, data: data.get(schema.key) ?? null }))
}
