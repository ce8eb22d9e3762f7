/** The tree a filter expression stands for (specification, "Filter grammar"). */

export type FilterNode = FilterGroup | FilterTerm

export interface FilterGroup {
  readonly kind: 'group'
  readonly operator: 'and' | 'or'
  /** Two or more. */
  readonly children: readonly FilterNode[]
}

export interface FilterTerm {
  readonly kind: 'term'
  readonly field: string
  /** Of `<field>[<related_field>]`. */
  readonly relatedField?: string
  /** Operator name without `$`. */
  readonly operator: string
  readonly value: FilterValue
  /** Where the term begins in the text, in UTF-16 units from 0. */
  readonly position: number
  readonly valuePosition: number
}

export type FilterValue = FilterText | FilterList

export interface FilterText {
  readonly kind: 'text'
  readonly text: string
  /** Indexes in `text` of the asterisks that were not escaped: wildcards to the operators that know them. */
  readonly wildcards: readonly number[]
}

export interface FilterList {
  readonly kind: 'list'
  readonly items: readonly FilterListItem[]
}

export interface FilterListItem {
  readonly text: string
  /** Present when the item reads as the root of a tree, `<value>:<depth>[<column>]`. */
  readonly children?: { readonly depth?: number; readonly column?: string }
  /** The item with its children suffix as plain text, for fields that are no tree (a time, say). */
  readonly raw: string
  /** Where the item begins in the text; absent of one that was not read from a text. */
  readonly position?: number
}

/** Where a term's operator begins, with its `$`: names stand in the text as they are. */
export function operatorPosition({ field, relatedField, position }: FilterTerm): number {
  const name = relatedField === undefined ? field : `${field}[${relatedField}]`
  return position + name.length + '_'.length
}

/** Says where a filter went wrong and what was expected there. */
export class FilterSyntaxError extends Error {
  readonly position: number
  readonly expected: string

  constructor(position: number, expected: string) {
    super(`expected ${expected} at position ${position}`)
    this.name = 'FilterSyntaxError'
    this.position = position
    this.expected = expected
  }
}
