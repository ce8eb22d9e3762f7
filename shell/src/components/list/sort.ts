export interface SortTerm {
  readonly field: string
  readonly descending: boolean
}

/** @example parseSort('-year,title') // [{ field: 'year', descending: true }, { field: 'title', descending: false }] */
export function parseSort(text: string): SortTerm[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-')
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part, descending: false },
    )
}

export function printSort(terms: readonly SortTerm[]): string {
  return terms.map((term) => `${term.descending ? '-' : ''}${term.field}`).join(',')
}

/** What a click on a header makes of the order: ascending, descending, none; with `add` beside the other columns. */
export function toggleSort(terms: readonly SortTerm[], field: string, add: boolean): SortTerm[] {
  const index = terms.findIndex((term) => term.field === field)
  const now = terms[index]
  const alone = terms.length === 1
  if (!add) {
    if (!now || !alone) return [{ field, descending: false }]
    return now.descending ? [] : [{ field, descending: true }]
  }
  if (!now) return [...terms, { field, descending: false }]
  if (now.descending) return terms.filter((term) => term.field !== field)
  return terms.with(index, { field, descending: true })
}
