import { useEffect, useState } from 'react'
import type { FilterTerm } from '../../../../shared/filter-ast.ts'
import type { ListColumn } from '../../../../shared/page.ts'
import { loadLabels } from '../../api/records.ts'
import { relatedType } from '../../widgets/related-value.ts'
import { valuesOf } from './filter-model.ts'

/** A condition's value as a person reads it: records by their labels, choices by theirs, moments in local time. */
export function FilterValueText({ part, column }: { readonly part: FilterTerm; readonly column: ListColumn }) {
  const values = valuesOf(part)
  const byRecord = column.relatedMediaType !== undefined && part.relatedField === undefined
  return (
    <b>
      {byRecord ? (
        <RecordNames column={column} values={values} />
      ) : (
        values.map((value) => readable(column, value)).join(', ')
      )}
    </b>
  )
}

function RecordNames({ column, values }: { readonly column: ListColumn; readonly values: readonly string[] }) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = values.join(',')
  useEffect(() => {
    const type = relatedType(column)
    const ids = wanted.split(',').map(Number).filter(Number.isInteger)
    if (!type || ids.length === 0) return
    const abort = new AbortController()
    loadLabels(type, ids, abort.signal).then(
      (labels) => setNames(new Map(labels.map((label) => [String(label.id), label.label]))),
      // Without their labels the records are still named, by id.
      () => {},
    )
    return () => abort.abort()
  }, [column, wanted])
  return values.map((value) => names.get(value) ?? `#${value}`).join(', ')
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function readable(column: ListColumn, value: string): string {
  if (column.widget === 'datetime' && /^\d+$/.test(value)) return MOMENT.format(new Date(Number(value) * 1000))
  if (column.widget === 'boolean') return value === 'true' || value === '1' ? 'Yes' : 'No'
  return column.enumValues?.find((option) => option.value === value)?.label ?? (value === '' ? '“”' : value)
}
