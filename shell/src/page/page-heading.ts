import type { FormData, FormSchema, PageResponse } from '../../../shared/page.ts'
import { pairComponents } from './pair-components.ts'

export interface PageHeading {
  readonly title: string
  /** What kind of thing the title names, when it is a record. */
  readonly kind?: string
}

/** An item's page is headed by the record it shows, any other by its own title. */
export function pageHeading(page: Pick<PageResponse, 'title' | 'configuration' | 'schema' | 'data'>): PageHeading {
  const { itemId, mediaType } = page.configuration
  if (itemId === 'new') return { title: `New ${lowered(page.title)}` }
  const several = itemId?.split(',').length ?? 0
  if (several > 1) return { title: `${several.toLocaleString()} records`, kind: page.title }
  for (const { schema, data } of pairComponents(page)) {
    const form = schema.schema as Partial<FormSchema> | null
    if (form?.labelField === undefined || form.mediaType !== mediaType) continue
    const { id, values } = (data ?? {}) as Partial<FormData>
    const label = values?.[form.labelField]
    if (
      String(id) === itemId &&
      (typeof label === 'string' || typeof label === 'number') &&
      String(label).trim() !== ''
    ) {
      return String(label) === page.title ? { title: page.title } : { title: String(label), kind: page.title }
    }
  }
  return { title: page.title }
}

/** Within a sentence a name begins small, unless it is an abbreviation. */
function lowered(title: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
}
