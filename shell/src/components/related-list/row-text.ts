import type { ListColumn } from '../../../../shared/page.ts'
import { plainText } from '../../cells/plain-text.ts'
import type { ShownRow } from './shown-rows.ts'

/** What a row shows, as small letters to search in. */
export function rowText({ label, values, labels }: ShownRow, columns: readonly ListColumn[]): string {
  const parts = columns.map(({ name, enumValues, linkKey }) => {
    if (linkKey !== undefined) return (labels[name] ?? []).map((related) => related.label).join(' ')
    const value = values[name]
    return enumValues?.find((one) => one.value === value)?.label ?? plainText(value)
  })
  return [label, ...parts].join('\n').toLowerCase()
}
