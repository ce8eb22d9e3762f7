import type { ListColumn } from '../../../../shared/page.ts'
import type { RowName } from '../../../../shared/page-save.ts'
import type { ShownRow } from './shown-rows.ts'

/** What is drawn one below the other: a row, or what is wrong with the one above. */
export type Line =
  | { readonly kind: 'row'; readonly shown: ShownRow; readonly index: number }
  | { readonly kind: 'errors'; readonly of: ShownRow; readonly text: string }

export function linesOf(rows: readonly ShownRow[], columns: readonly ListColumn[]): readonly Line[] {
  return rows.flatMap((shown, index): Line[] => {
    const row = { kind: 'row', shown, index } as const
    if (shown.errors === undefined) return [row]
    const named = (field: string) => columns.find(({ name }) => name === field)?.label
    const texts = Object.entries(shown.errors).map(([field, text]) => {
      const label = named(field)
      return label === undefined || text.includes(label) ? text : `${label}: ${text}`
    })
    return [row, { kind: 'errors', of: shown, text: texts.join(' · ') }]
  })
}

interface Cell {
  readonly id: RowName
  readonly field: string
}

/** The next cell that can be edited, in reading order, or the one before. */
export function neighbour(
  rows: readonly ShownRow[],
  columns: readonly ListColumn[],
  { id, field }: Cell,
  step: 1 | -1,
): Cell | null {
  const cells = rows.flatMap((row) =>
    columns.filter(({ name }) => row.editable.includes(name)).map(({ name }) => ({ id: row.id, field: name })),
  )
  const at = cells.findIndex((cell) => cell.id === id && cell.field === field)
  return at < 0 ? null : (cells[at + step] ?? null)
}
