import { useMemo } from 'react'
import { listTerm, printFilter } from '../../../../shared/filter-print.ts'
import type { ListData, ListRow } from '../../../../shared/page.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { loadComponent } from '../../api/display.ts'
import { printListQuery } from '../../routing/list-query.ts'
import { usePage } from '../../routing/page-context.ts'

/** Reads rows of one related list besides those it shows. */
export interface RowAccess {
  /** Rows as they are now, by id; those that are no longer in the list are absent. */
  readonly rowsById: (ids: readonly number[], signal?: AbortSignal) => Promise<ReadonlyMap<number, ListRow>>
  /** Rows of some records that may be chosen, as far as they are in the list. */
  readonly rowsOf: (ids: readonly number[], signal?: AbortSignal) => Promise<readonly ListRow[]>
  /** Which of some records that may be chosen stand in the list as it is saved. */
  readonly present: (ids: readonly number[], signal?: AbortSignal) => Promise<ReadonlySet<number>>
  /** One block of a list that is read whole, from 0 on. */
  readonly block: (page: number, signal?: AbortSignal) => Promise<ListData>
}

export function useRowAccess(componentKey: string, schema: RelatedListSchema): RowAccess {
  const { pageKey, itemId } = usePage()
  return useMemo(() => {
    const place = { pageKey, itemId, componentKey }
    const { blockSize } = schema
    const load = async (query: Parameters<typeof printListQuery>[0], signal?: AbortSignal) => {
      const answer = await loadComponent<RelatedListSchema, ListData>(place, printListQuery(query), signal)
      return answer.data.data ?? NOTHING
    }
    /** As many reads as the ids take blocks. */
    const rowsWhere = async (field: string, ids: readonly number[], signal?: AbortSignal) => {
      const found: ListRow[] = []
      for (let at = 0; at < ids.length; at += blockSize) {
        const part = ids.slice(at, at + blockSize).map(String)
        let page = 0
        let data: ListData
        do {
          data = await load({ page, pageSize: blockSize, filter: printFilter(listTerm(field, 'in', part)) }, signal)
          found.push(...data.rows)
          page += 1
        } while (page < data.pageCount)
      }
      return found
    }
    return {
      rowsById: async (ids, signal) => new Map((await rowsWhere('id', ids, signal)).map((row) => [row.id, row])),
      rowsOf: (ids, signal) => rowsWhere(schema.choose?.field ?? 'id', ids, signal),
      present: async (ids, signal) => {
        const field = schema.choose?.field
        const rows = await rowsWhere(field ?? 'id', ids, signal)
        return new Set(rows.map((row) => (field === undefined ? row.id : (row.values[field] as number))))
      },
      block: (page, signal) => load({ page, pageSize: blockSize }, signal),
    }
  }, [pageKey, itemId, componentKey, schema])
}

const NOTHING: ListData = { rows: [], page: 0, pageSize: 0, pageCount: 0, rowCount: 0, sort: '', filter: '' }
