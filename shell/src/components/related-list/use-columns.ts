import { useMemo } from 'react'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { visibleColumns } from '../list/columns.ts'
import { useColumnChoice } from '../list/use-column-choice.ts'

/** The columns of a list as the user has chosen them. */
export function useColumns(schema: RelatedListSchema, pageKey: string, componentKey: string) {
  const [choice, setChoice] = useColumnChoice(pageKey, componentKey)
  const columns = useMemo(() => visibleColumns(schema.columns, choice), [schema.columns, choice])
  return { columns, choice, setChoice }
}
