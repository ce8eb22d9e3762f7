import type { FilterList, FilterListItem, FilterNode, FilterText } from './filter-ast.ts'

/**
 * Writes a filter tree as the text that parses to it (positions apart). URL-encode the result before it goes into a URL.
 *
 * @example printFilter(term('title', 'ct', 'a (b)')) // title_$ct_a $esc(()b$esc())
 */
export function printFilter(node: FilterNode): string {
  if (node.kind === 'term') {
    const field = node.relatedField === undefined ? node.field : `${node.field}[${node.relatedField}]`
    const value = node.value.kind === 'list' ? printList(node.value) : `_${printText(node.value)}`
    return `${field}_$${node.operator}${value}`
  }
  return node.children
    .map((child) => (child.kind === 'group' ? `(${printFilter(child)})` : printFilter(child)))
    .join(`_$${node.operator}_`)
}

/** One term over a plain value; an asterisk in it is literal unless `wildcards` is `true`. */
export function term(
  field: string,
  operator: string,
  text: string,
  options: { relatedField?: string; wildcards?: boolean } = {},
): FilterNode {
  const wildcards = options.wildcards ? [...text.matchAll(/\*/g)].map((match) => match.index) : []
  return {
    kind: 'term',
    field,
    ...(options.relatedField === undefined ? {} : { relatedField: options.relatedField }),
    operator,
    value: { kind: 'text', text, wildcards },
    position: 0,
    valuePosition: 0,
  }
}

/** One term over a list of plain values. */
export function listTerm(field: string, operator: string, items: readonly string[]): FilterNode {
  const value: FilterList = { kind: 'list', items: items.map((text) => ({ text, raw: text })) }
  return { kind: 'term', field, operator, value, position: 0, valuePosition: 0 }
}

/** Joins what is there; `null` when nothing is, the one when there is one. */
export function conjunction(nodes: readonly FilterNode[]): FilterNode | null {
  if (nodes.length < 2) return nodes[0] ?? null
  return { kind: 'group', operator: 'and', children: nodes }
}

function printText(value: FilterText): string {
  const wildcards = new Set(value.wildcards)
  return escapeCharacters(
    value.text,
    (char, index) => char === '(' || char === ')' || (char === '*' && !wildcards.has(index)),
  )
}

function printList(value: FilterList): string {
  return `(${value.items.map(printItem).join(',')})`
}

function printItem(item: FilterListItem): string {
  const text = escapeCharacters(item.text, (char) => '(),:'.includes(char))
  if (!item.children) return text
  const { depth, column } = item.children
  return `${text}:${depth ?? ''}${column === undefined ? '' : `[${column}]`}`
}

/** Also escapes each "$" that would begin an escape or a connector. */
function escapeCharacters(text: string, special: (char: string, index: number) => boolean): string {
  let out = ''
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] as string
    const dollar = char === '$' && /^\$(?:esc\(|and|or)/.test(text.slice(index, index + 5))
    out += dollar || special(char, index) ? `$esc(${char})` : char
  }
  return out
}
