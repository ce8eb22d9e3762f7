import { useCallback } from 'react'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { pageLink } from '../../routing/links.ts'
import { usePage } from '../../routing/page-context.ts'
import type { ShownRow } from './shown-rows.ts'

/** The address of the page that a row opens, which leads back here. */
export function useRowLink({ rowPage }: RelatedListSchema) {
  const { asPrevious } = usePage()
  return useCallback(
    ({ row, values }: ShownRow): string | null => {
      if (rowPage === undefined) return null
      const id = rowPage.field === undefined ? row?.id : values[rowPage.field]
      return typeof id === 'number' ? pageLink(rowPage.pageKey, id, asPrevious) : null
    },
    [rowPage, asPrevious],
  )
}
