import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListQuery } from '../../../../shared/page.ts'
import { readListQuery, withListQuery } from '../../routing/list-query.ts'
import { usePage } from '../../routing/page-context.ts'

/** Changes some of the list's state; `replace` leaves no step for the back button. */
export type ChangeQuery = (change: Partial<ListQuery>, replace?: boolean) => void

/** A list's state: in the URL for the page's own list, so that back, forward and bookmarks work; else the component's own. */
export function useListQuery(componentKey: string): readonly [ListQuery, ChangeQuery] {
  const { urlListKey } = usePage()
  const inUrl = urlListKey === componentKey
  const [params, setParams] = useSearchParams()
  const [own, setOwn] = useState<ListQuery>({})
  const query = useMemo(() => (inUrl ? readListQuery(params) : own), [inUrl, params, own])
  const change = useCallback<ChangeQuery>(
    (part, replace = false) => {
      // Whatever else changes what is shown begins again at the first page.
      const first = 'page' in part ? {} : { page: 0 }
      if (inUrl)
        setParams((now) => withListQuery(now, { ...readListQuery(now), ...part, ...first }), {
          replace,
          preventScrollReset: true,
        })
      else setOwn((now) => ({ ...now, ...part, ...first }))
    },
    [inUrl, setParams],
  )
  return [query, change]
}
