import { type FilterNode, FilterSyntaxError, type FilterTerm } from '../../../../shared/filter-ast.ts'
import { parseFilter } from '../../../../shared/filter-parse.ts'
import { conjunction, printFilter, term } from '../../../../shared/filter-print.ts'

/** A filter as the bar shows it: the quick search, and a chip for each other condition that must hold. */
export interface FilterModel {
  readonly search: string
  readonly parts: readonly FilterNode[]
}

/**
 * @param relatedField of the records that `labelField` relates to, where rows are told by them.
 * @throws {FilterSyntaxError} when the text is no filter.
 */
export function readFilter(text: string, labelField: string, relatedField?: string): FilterModel {
  const root = parseFilter(text)
  if (root === null) return { search: '', parts: [] }
  const parts = root.kind === 'group' && root.operator === 'and' ? root.children : [root]
  const search = parts.find((part) => isSearch(part, labelField, relatedField))
  return {
    search: search?.kind === 'term' && search.value.kind === 'text' ? search.value.text : '',
    parts: parts.filter((part) => part !== search),
  }
}

export function writeFilter({ search, parts }: FilterModel, labelField: string, relatedField?: string): string {
  const through = relatedField === undefined ? {} : { relatedField }
  const wanted = search.trim() === '' ? [] : [term(labelField, 'ct', search, through)]
  const node = conjunction([...wanted, ...parts])
  return node === null ? '' : printFilter(node)
}

/** Where the text goes wrong, or `null`. */
export function filterError(text: string): FilterSyntaxError | null {
  try {
    parseFilter(text)
    return null
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error
    throw error
  }
}

export function replacePart(model: FilterModel, index: number, part: FilterNode | null): FilterModel {
  const parts = [...model.parts]
  if (part === null) parts.splice(index, 1)
  else parts[index] = part
  return { ...model, parts }
}

export function valuesOf(part: FilterTerm): readonly string[] {
  return part.value.kind === 'list' ? part.value.items.map((item) => item.raw) : [part.value.text]
}

function isSearch(part: FilterNode, labelField: string, relatedField: string | undefined): boolean {
  return (
    part.kind === 'term' &&
    part.field === labelField &&
    part.relatedField === relatedField &&
    part.operator === 'ct' &&
    part.value.kind === 'text'
  )
}
