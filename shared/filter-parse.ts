import {
  type FilterList,
  type FilterListItem,
  type FilterNode,
  FilterSyntaxError,
  type FilterTerm,
  type FilterText,
} from './filter-ast.ts'

/** Bounds that keep a hostile expression cheap; no real filter comes near them. */
export const MAX_FILTER_DEPTH = 40
export const MAX_FILTER_TERMS = 500
export const MAX_LIST_ITEMS = 5000

const NAME = /[A-Za-z0-9_]+/y
const OPERATOR = /\$([a-z]+)/y
const CONNECTOR_AFTER_GROUP = /_?\$(and|or)(?:_|(?=\())/y
const CONNECTOR_AFTER_VALUE = /_\$(and|or)(?:_|(?=\())/y
const CHILDREN = /^(?:(\d{1,9})(?:\[([A-Za-z0-9_]+)\])?|\[([A-Za-z0-9_]+)\](\d{1,9})?)$/

/**
 * Parses a filter expression, already URL-decoded, into its tree; `null` for a blank one.
 * `and` binds tighter than `or`.
 *
 * @throws {FilterSyntaxError} with the position and what was expected there.
 * @example parseFilter('year_$ge_1990_$and_(title_$ct_star_$or_title_$sw_alien)')
 */
export function parseFilter(text: string): FilterNode | null {
  if (text.trim() === '') return null
  const parser = new Parser(text)
  const node = parser.alternatives(0)
  parser.end()
  return node
}

class Parser {
  private readonly text: string
  private at = 0
  private terms = 0

  constructor(text: string) {
    this.text = text
  }

  end(): void {
    if (this.at < this.text.length) {
      this.fail(
        this.text[this.at] === ')'
          ? '$esc()) for a literal parenthesis, or the "(" this one closes'
          : '_$and_, _$or_ or the end',
      )
    }
  }

  alternatives(depth: number): FilterNode {
    const operands = [this.conjunction(depth)]
    while (this.connector('or')) operands.push(this.conjunction(depth))
    return grouped('or', operands)
  }

  private conjunction(depth: number): FilterNode {
    const operands = [this.operand(depth)]
    while (this.connector('and')) operands.push(this.operand(depth))
    return grouped('and', operands)
  }

  private connector(name: 'and' | 'or'): boolean {
    const pattern = this.text[this.at - 1] === ')' ? CONNECTOR_AFTER_GROUP : CONNECTOR_AFTER_VALUE
    const match = this.match(pattern)
    if (match?.[1] !== name) return false
    this.at += match[0].length
    return true
  }

  private operand(depth: number): FilterNode {
    if (this.text[this.at] !== '(') return this.term()
    if (depth >= MAX_FILTER_DEPTH) this.fail(`at most ${MAX_FILTER_DEPTH} levels of parentheses`)
    this.at += 1
    const node = this.alternatives(depth + 1)
    this.consume(')', '")", _$and_ or _$or_')
    return node
  }

  private term(): FilterTerm {
    const position = this.at
    this.terms += 1
    if (this.terms > MAX_FILTER_TERMS) this.fail(`at most ${MAX_FILTER_TERMS} terms`)
    const { field, relatedField } = this.field()
    const operator = this.match(OPERATOR)
    if (!operator) this.fail('an operator such as $eq')
    this.at += operator[0].length
    const valuePosition = this.at + 1
    const value = this.text[this.at] === '(' ? this.list() : this.scalar(operator[0])
    return {
      kind: 'term',
      field,
      ...(relatedField === undefined ? {} : { relatedField }),
      operator: operator[1] as string,
      value,
      position,
      valuePosition,
    }
  }

  /** Reads `<field>_` or `<field>[<related_field>]_`. */
  private field(): { field: string; relatedField?: string } {
    const name = this.match(NAME)?.[0]
    if (name === undefined) this.fail('a field name or "("')
    this.at += name.length
    if (this.text[this.at] === '[') {
      this.at += 1
      const relatedField = this.match(NAME)?.[0]
      if (relatedField === undefined) this.fail("a related record's field name")
      this.at += relatedField.length
      this.consume(']', '"]"')
      this.consume('_', '"_$" and an operator')
      return { field: name, relatedField }
    }
    if (!name.endsWith('_') || name.length === 1) this.fail('"_$" and an operator')
    return { field: name.slice(0, -1) }
  }

  private scalar(operator: string): FilterText {
    this.consume('_', `"_" and a value, or "(" and a list, after ${operator}`)
    const text = this.characters(() => this.atScalarEnd())
    if (this.text[this.at] === '(') this.fail('no unescaped "(" in a value: write $esc(()')
    return { kind: 'text', ...text }
  }

  private atScalarEnd(): boolean {
    const next = this.text[this.at]
    if (next === '(' || next === ')') return true
    return next === '_' && this.match(CONNECTOR_AFTER_VALUE) !== null
  }

  private list(): FilterList {
    this.consume('(', '"("')
    const items: FilterListItem[] = []
    for (;;) {
      items.push(this.item())
      if (items.length > MAX_LIST_ITEMS) this.fail(`at most ${MAX_LIST_ITEMS} list items`)
      if (this.text[this.at] !== ',') break
      this.at += 1
    }
    this.consume(')', '"," or ")" (write $esc(() for a literal parenthesis)')
    return { kind: 'list', items }
  }

  private item(): FilterListItem {
    const position = this.at
    const head = this.characters(() => '(),:'.includes(this.text[this.at] as string)).text
    if (this.text[this.at] !== ':') return { text: head, raw: head, position }
    this.at += 1
    const start = this.at
    const tail = this.characters(() => '(),'.includes(this.text[this.at] as string)).text
    const raw = `${head}:${tail}`
    // An escape in the suffix makes it text: what stands for a depth or a column is never escaped.
    const match = this.text.slice(start, this.at) === tail ? CHILDREN.exec(tail) : null
    if (!match) return { text: raw, raw, position }
    const depth = match[1] ?? match[4]
    const column = match[2] ?? match[3]
    return {
      text: head,
      children: {
        ...(depth === undefined ? {} : { depth: Number(depth) }),
        ...(column === undefined ? {} : { column }),
      },
      raw,
      position,
    }
  }

  /** Reads characters, escapes resolved, until `done` says so or the text ends. */
  private characters(done: () => boolean): { text: string; wildcards: number[] } {
    let text = ''
    const wildcards: number[] = []
    while (this.at < this.text.length && !done()) {
      if (this.text.startsWith('$esc(', this.at)) {
        this.at += 5
        const literal = this.at < this.text.length ? String.fromCodePoint(this.text.codePointAt(this.at) as number) : ''
        if (literal === '') this.fail('the one character that $esc( ) holds')
        this.at += literal.length
        this.consume(')', '")" after the one character of $esc')
        text += literal
        continue
      }
      const char = this.text[this.at] as string
      if (char === '*') wildcards.push(text.length)
      text += char
      this.at += 1
    }
    return { text, wildcards }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)
  }

  private consume(char: string, expected: string): void {
    if (this.text[this.at] !== char) this.fail(expected)
    this.at += 1
  }

  private fail(expected: string): never {
    throw new FilterSyntaxError(this.at, expected)
  }
}

function grouped(operator: 'and' | 'or', operands: readonly FilterNode[]): FilterNode {
  return operands.length === 1 ? (operands[0] as FilterNode) : { kind: 'group', operator, children: operands }
}
