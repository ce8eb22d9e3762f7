import type { FilterNode, FilterTerm } from '../../shared/filter-ast.ts'
import { parseFilter } from '../../shared/filter-parse.ts'

/** What the fields of a media type are called now. */
export interface NamesNow {
  /** Null: the field is gone. */
  readonly field: (name: string) => string | null
  /** The same of the media type that a field refers to; null: it refers to none, or its names stay. */
  readonly related: (field: string) => NamesNow | null
}

/** Names of one media type alone. */
export function ownNames(field: NamesNow['field']): NamesNow {
  return { field, related: () => null }
}

/** Every media type has these. */
export function isSystem(name: string): boolean {
  return name === 'id' || name === '_id' || name === 'dateins'
}

/**
 * A filter with other names of fields, and as it was written but for them; null where one of them is gone. What cannot be
 * read stays as it is.
 */
export function renamedFilter(filter: string, names: NamesNow): string | null {
  const read = readFilter(filter)
  if (read === null) return filter
  const edits = termsOf(read).flatMap((term) => editsOf(term, filter, names))
  return edited(filter, edits)
}

const SORT_KEY = /^(\s*-?)(\w+)(?:\[(\w+)\])?(\s*)$/

/** Keys of a sort with other names of fields; those of fields that are gone are left out. */
export function renamedSort(sort: string, names: NamesNow): string {
  const keys = sort.split(',').flatMap((key) => {
    const [, before, field, relatedField, after] = SORT_KEY.exec(key) ?? []
    if (field === undefined) return [key]
    const renamed = renamedPath(field, relatedField, names)
    return renamed === null ? [] : [`${before}${renamed}${after}`]
  })
  return keys.join(',')
}

/** Null for a blank one, and for what is none. */
export function readFilter(filter: string): FilterNode | null {
  try {
    return parseFilter(filter)
  } catch {
    return null
  }
}

/** Null where the name is gone. */
interface Edit {
  readonly at: number
  readonly length: number
  readonly text: string | null
}

function termsOf(node: FilterNode): readonly FilterTerm[] {
  return node.kind === 'term' ? [node] : node.children.flatMap(termsOf)
}

function editsOf(term: FilterTerm, filter: string, names: NamesNow): readonly Edit[] {
  const { field, relatedField, position } = term
  const { length } = path(field, relatedField)
  return [{ at: position, length, text: renamedPath(field, relatedField, names) }, ...treeEdits(term, filter, names)]
}

/** Columns of trees, `<id>:<depth>[<column>]`: of the records that the term compares with. */
function treeEdits({ field, relatedField, value, valuePosition }: FilterTerm, filter: string, names: NamesNow): Edit[] {
  if (value.kind !== 'list') return []
  const holder = relatedField === undefined ? names : names.related(field)
  const tree = holder?.related(relatedField ?? field) ?? holder
  let from = valuePosition
  return value.items.flatMap(({ children }) => {
    const { column } = children ?? {}
    if (column === undefined || tree === null) return []
    const place = new RegExp(`:\\d*\\[(?=${column}\\]\\d*[,)])`, 'g')
    place.lastIndex = from
    if (place.exec(filter) === null) return []
    from = place.lastIndex + column.length
    // trees are known by their columns in any case
    const name = column.toLowerCase()
    const now = tree.field(name)
    return [{ at: place.lastIndex, length: column.length, text: now === name ? column : now }]
  })
}

function edited(text: string, edits: readonly Edit[]): string | null {
  let [written, from] = ['', 0]
  for (const { at, length, text: name } of edits.toSorted((one, other) => one.at - other.at)) {
    if (name === null) return null
    written += text.slice(from, at) + name
    from = at + length
  }
  return written + text.slice(from)
}

function renamedPath(field: string, relatedField: string | undefined, names: NamesNow): string | null {
  const own = nameNow(field, names)
  if (relatedField === undefined || own === null) return own
  const related = names.related(field)
  const inner = related === null ? relatedField : nameNow(relatedField, related)
  return inner === null ? null : path(own, inner)
}

function nameNow(name: string, { field }: NamesNow): string | null {
  return isSystem(name) ? name : field(name)
}

function path(field: string, relatedField: string | undefined): string {
  return relatedField === undefined ? field : `${field}[${relatedField}]`
}
