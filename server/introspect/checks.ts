import { type Token, tokensOf } from './sql-tokens.ts'

/** What a check lets a column hold, as far as fields can tell it. */
export interface ColumnRules {
  readonly values?: readonly string[]
  readonly min?: Limit
  readonly max?: Limit
  readonly minLength?: number
  readonly maxLength?: number
}

/** As it is written in the check. */
export interface Limit {
  readonly text: string
  readonly inclusive: boolean
}

type Node =
  | { readonly kind: 'column' }
  | { readonly kind: 'length' }
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'rules'; readonly rules: ColumnRules }

/**
 * Reads a check over one column: `in` lists, limits, lengths, and several of these joined by `and`. Null for what is
 * more than that, which the database checks by itself.
 */
export function readCheck(expression: string, column: string): ColumnRules | null {
  const reader = new Reader(tokensOf(expression), column)
  const node = reader.conjunction()
  return node?.kind === 'rules' && reader.atEnd() ? node.rules : null
}

/** What follows the first word of a type's name. */
const TYPE_WORDS = ['varying', 'precision', 'with', 'without', 'time', 'zone']

/** A reader by descent; null wherever something is met that it does not know. */
class Reader {
  private readonly tokens: readonly Token[]
  private readonly column: string
  private at = 0

  constructor(tokens: readonly Token[], column: string) {
    this.tokens = tokens
    this.column = column
  }

  atEnd(): boolean {
    return this.at === this.tokens.length
  }

  conjunction(): Node | null {
    let left = this.comparison()
    while (left !== null && this.takeName('AND')) {
      const right = this.comparison()
      left = left.kind === 'rules' && right?.kind === 'rules' ? joined(left.rules, right.rules) : null
    }
    return left
  }

  private comparison(): Node | null {
    const left = this.operand()
    if (left === null) return null
    const symbol = ['=', '<=', '>=', '<', '>'].find((mark) => this.takeMark(mark))
    if (symbol === undefined) return left
    if (symbol === '=' && this.takeName('ANY')) return oneOf(left, this.operand())
    const right = this.operand()
    return right === null ? null : compared(left, symbol, right)
  }

  private operand(): Node | null {
    const node = this.bare()
    while (node !== null && this.takeMark('::')) this.type()
    return node
  }

  private bare(): Node | null {
    const token = this.tokens[this.at]
    if (token === undefined) return null
    this.at += 1
    if (token.text === '(' && token.kind === 'mark') {
      const inner = this.conjunction()
      return this.takeMark(')') ? inner : null
    }
    if (token.text === '-' && token.kind === 'mark') {
      const value = this.bare()
      return value?.kind === 'value' ? { kind: 'value', text: `-${value.text}` } : null
    }
    if (token.kind === 'text' || token.kind === 'number') return { kind: 'value', text: token.text }
    if (token.kind !== 'name') return null
    if (token.text === 'ARRAY') return this.list()
    if (token.text === this.column) return { kind: 'column' }
    return /^(char_length|character_length|length)$/.test(token.text) ? this.length() : null
  }

  private length(): Node | null {
    const of = this.takeMark('(') ? this.operand() : null
    return of?.kind === 'column' && this.takeMark(')') ? { kind: 'length' } : null
  }

  private list(): Node | null {
    if (!this.takeMark('[')) return null
    const texts: string[] = []
    do {
      const item = this.operand()
      if (item?.kind !== 'value') return null
      texts.push(item.text)
    } while (this.takeMark(','))
    return this.takeMark(']') ? { kind: 'list', texts } : null
  }

  /** The rest of a cast: `character varying(20)[]`. */
  private type(): void {
    this.at += 1
    while (this.takeMark('.') || TYPE_WORDS.some((word) => this.isName(word))) this.at += 1
    if (this.takeMark('(')) while (!this.atEnd() && !this.takeMark(')')) this.at += 1
    while (this.takeMark('[')) this.takeMark(']')
  }

  private isName(name: string): boolean {
    const token = this.tokens[this.at]
    return token?.kind === 'name' && token.text === name
  }

  private takeName(name: string): boolean {
    const found = this.isName(name)
    if (found) this.at += 1
    return found
  }

  private takeMark(mark: string): boolean {
    const token = this.tokens[this.at]
    const found = token?.kind === 'mark' && token.text === mark
    if (found) this.at += 1
    return found
  }
}

function joined(left: ColumnRules, right: ColumnRules): Node | null {
  const both = Object.keys(left).some((name) => Object.hasOwn(right, name))
  return both ? null : { kind: 'rules', rules: { ...left, ...right } }
}

function oneOf(left: Node, list: Node | null): Node | null {
  return left.kind === 'column' && list?.kind === 'list' ? { kind: 'rules', rules: { values: list.texts } } : null
}

const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '=': '=' }

function compared(left: Node, symbol: string, right: Node): Node | null {
  if (left.kind === 'value') {
    return right.kind === 'value' ? null : compared(right, TURNED[symbol] as string, left)
  }
  if (right.kind !== 'value') return null
  const rules =
    left.kind === 'column' ? limit(symbol, right.text) : left.kind === 'length' ? lengthLimit(symbol, right.text) : null
  return rules === null ? null : { kind: 'rules', rules }
}

function limit(symbol: string, text: string): ColumnRules {
  if (symbol === '=') return { values: [text] }
  const inclusive = symbol.endsWith('=')
  return symbol.startsWith('>') ? { min: { text, inclusive } } : { max: { text, inclusive } }
}

function lengthLimit(symbol: string, text: string): ColumnRules | null {
  const count = Number(text)
  if (!Number.isSafeInteger(count)) return null
  if (symbol === '=') return { minLength: count, maxLength: count }
  if (symbol === '>=' || symbol === '>') return { minLength: symbol === '>' ? count + 1 : count }
  return { maxLength: symbol === '<' ? count - 1 : count }
}
