import { useEffect, useMemo, useState } from 'react'
import type { RelatedLabel } from '../../../shared/page.ts'
import { loadLabels } from '../api/records.ts'
import { RecordSelect } from '../widgets/record-select.tsx'
import { relatedType } from '../widgets/related-value.ts'
import type { FilterInputProps } from './filter-input.ts'

export function RelatedFilter({ column, list, values, onChange }: FilterInputProps) {
  const type = useMemo(() => relatedType(column), [column])
  const [labels, setLabels] = useState<readonly RelatedLabel[]>([])
  const [first] = useState(() => values.map(Number).filter(Number.isInteger))
  useEffect(() => {
    if (!type || first.length === 0) return
    const abort = new AbortController()
    // Without their labels the records are still named, by id.
    loadLabels(type, first, abort.signal).then(setLabels, () => {})
    return () => abort.abort()
  }, [type, first])
  return (
    <RecordSelect
      type={type}
      ids={values.map(Number).filter(Number.isInteger)}
      labels={labels}
      multiple={list}
      remote
      closeOnChoice
      clearable={false}
      input={{ 'aria-label': 'Value', autoFocus: true }}
      onChange={(ids, known) => {
        setLabels((now) => [...known, ...now])
        onChange(ids.map(String))
      }}
    />
  )
}
