import type { FilterNode } from '../../shared/filter-ast.ts'
import { parseFilter } from '../../shared/filter-parse.ts'
import { printFilter } from '../../shared/filter-print.ts'

/** Every media type has these. */
export function isSystem(name: string): boolean {
  return name === 'id' || name === '_id' || name === 'dateins'
}

/** A filter with other names of fields; empty where one of them is gone. What cannot be read stays as it is. */
export function renamedFilter(filter: string, rename: (name: string) => string | null): string {
  const read = readFilter(filter)
  if (read === null) return filter
  const renamed = renamedNode(read, rename)
  if (renamed === null) return ''
  return JSON.stringify(renamed) === JSON.stringify(read) ? filter : printFilter(renamed)
}

/** Null for a blank one, and for what is none. */
export function readFilter(filter: string): FilterNode | null {
  try {
    return parseFilter(filter)
  } catch {
    return null
  }
}

function renamedNode(node: FilterNode, rename: (name: string) => string | null): FilterNode | null {
  if (node.kind === 'term') {
    const field = isSystem(node.field) ? node.field : rename(node.field)
    return field === null ? null : { ...node, field }
  }
  const children = node.children.map((child) => renamedNode(child, rename))
  return children.includes(null) ? null : { ...node, children: children.filter((child) => child !== null) }
}
