import { useEffect, useState } from 'react'
import type { FilterTerm } from '../../../../shared/filter-ast.ts'
import type { ListColumn } from '../../../../shared/page.ts'
import { loadLabels } from '../../api/records.ts'
import { formatDay } from '../../cells/date.tsx'
import { formatMoney } from '../../cells/money.tsx'
import { createRegistry } from '../../registry/registry.ts'
import { relatedType } from '../../widgets/related-value.ts'
import { numberProp, textProp } from '../../widgets/widget.ts'
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

/** Values whose text in a filter is not how their column shows them. */
const readers = createRegistry<(column: ListColumn, value: string) => string>([
  ['datetime', (_, value) => (/^\d+$/.test(value) ? MOMENT.format(new Date(Number(value) * 1000)) : value)],
  ['date', (_, value) => formatDay(value)],
  ['boolean', (_, value) => (value === 'true' || value === '1' ? 'Yes' : 'No')],
  ['money', (column, value) => formatMoney(value, textProp(column, 'currency'), numberProp(column, 'precision'))],
])

function readable(column: ListColumn, value: string): string {
  const read = value === '' ? undefined : readers.get(column.widget)
  if (read) return read(column, value)
  return column.enumValues?.find((option) => option.value === value)?.label ?? (value === '' ? '“”' : value)
}
