import type { ListColumn } from '../../../../shared/page.ts'

/** What a user chose to differ from the server's columns. */
export interface ColumnChoice {
  readonly order: readonly string[]
  readonly visible: Readonly<Record<string, boolean>>
}

/** The columns in the user's order; those the choice does not know follow their neighbour of the server's order. */
export function orderColumns(columns: readonly ListColumn[], choice: ColumnChoice | null): ListColumn[] {
  if (!choice) return [...columns]
  const byName = new Map(columns.map((column) => [column.name, column]))
  const ordered = choice.order.flatMap((name) => byName.get(name) ?? [])
  columns.forEach((column, index) => {
    if (ordered.includes(column)) return
    const before = columns[index - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  })
  return ordered
}

export function isVisible(column: ListColumn, choice: ColumnChoice | null): boolean {
  return choice?.visible[column.name] ?? column.visible
}

/** At least one column always stays. */
export function visibleColumns(columns: readonly ListColumn[], choice: ColumnChoice | null): ListColumn[] {
  const ordered = orderColumns(columns, choice)
  const visible = ordered.filter((column) => isVisible(column, choice))
  return visible.length > 0 ? visible : ordered.slice(0, 1)
}
