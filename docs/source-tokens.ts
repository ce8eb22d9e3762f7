/** A piece of TypeScript source that is neither white space nor a comment. */
export interface Token {
  readonly kind: 'word' | 'punctuation' | 'string' | 'template' | 'regex'
  /** Of a string or template what stands between the quotes, as written; of all others the text itself. */
  readonly text: string
  /** From 1. */
  readonly line: number
}

const WORD = /[\p{ID_Start}$_#\d][\p{ID_Continue}$]*/uy
const KEYWORD_BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'of',
  'in',
  'do',
  'else',
  'void',
  'delete',
  'throw',
  'await',
  'yield',
])

/**
 * Splits TypeScript or TSX source into tokens, precisely enough to find calls, imports and literals in it: comments are
 * dropped, and a template is one token, expressions included. Regular expressions are told from divisions by what
 * precedes them; JSX text is read as words, and an apostrophe in it as a string that its line ends.
 */
export function tokens(source: string): readonly Token[] {
  return new Lexer(source).all()
}

class Lexer {
  private readonly source: string
  private at = 0
  private line = 1
  private readonly found: Token[] = []

  constructor(source: string) {
    this.source = source
  }

  all(): readonly Token[] {
    while (this.at < this.source.length) this.next()
    return this.found
  }

  private next(): void {
    const char = this.source[this.at] as string
    if (/\s/.test(char)) this.skip(1)
    else if (this.source.startsWith('//', this.at)) this.skipTo('\n')
    else if (this.source.startsWith('/*', this.at)) this.skipTo('*/', 2)
    else if (char === "'" || char === '"') this.push('string', this.quotedEnd(char), 1)
    else if (char === '`') this.push('template', this.templateEnd(this.at), 1)
    else this.push(...this.codeToken(char))
  }

  private codeToken(char: string): [kind: Token['kind'], end: number, quote: 0] {
    const regexEnd = char === '/' && this.regexAllowed() ? this.regexEnd() : null
    if (regexEnd !== null) return ['regex', regexEnd, 0]
    WORD.lastIndex = this.at
    const word = WORD.exec(this.source)
    return word ? ['word', this.at + word[0].length, 0] : ['punctuation', this.at + 1, 0]
  }

  private push(kind: Token['kind'], end: number, quote: 0 | 1): void {
    this.found.push({ kind, text: this.source.slice(this.at + quote, end - quote), line: this.line })
    this.skip(end - this.at)
  }

  private skip(length: number): void {
    for (const char of this.source.slice(this.at, this.at + length)) if (char === '\n') this.line += 1
    this.at += length
  }

  private skipTo(mark: string, from = 0): void {
    const end = this.source.indexOf(mark, this.at + from)
    this.skip((end < 0 ? this.source.length : end + mark.length) - this.at)
  }

  /** Index after the closing quote, or the line's end where it is missing. */
  private quotedEnd(quote: string): number {
    for (let index = this.at + 1; index < this.source.length; index += 1) {
      const char = this.source[index]
      if (char === '\\') index += 1
      else if (char === quote) return index + 1
      else if (char === '\n') return index
    }
    return this.source.length
  }

  private templateEnd(start: number): number {
    let index = start + 1
    while (index < this.source.length) {
      if (this.source[index] === '\\') index += 2
      else if (this.source[index] === '`') return index + 1
      else if (this.source.startsWith('${', index)) index = this.expressionEnd(index + 2)
      else index += 1
    }
    return this.source.length
  }

  /** Index after the brace that closes an expression in a template. */
  private expressionEnd(start: number): number {
    let depth = 1
    let index = start
    while (index < this.source.length && depth > 0) {
      const char = this.source[index] as string
      if (char === '`') {
        index = this.templateEnd(index)
        continue
      }
      if (char === "'" || char === '"') {
        const close = this.source.indexOf(char, index + 1)
        index = close < 0 ? this.source.length : close + 1
        continue
      }
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      index += 1
    }
    return index
  }

  private regexAllowed(): boolean {
    const before = this.found.at(-1)
    if (before === undefined) return true
    if (before.kind === 'word') return KEYWORD_BEFORE_REGEX.has(before.text)
    return before.kind === 'punctuation' && !'<)]}'.includes(before.text)
  }

  private regexEnd(): number | null {
    let inClass = false
    for (let index = this.at + 1; index < this.source.length; index += 1) {
      const char = this.source[index] as string
      if (char === '\n') return null
      if (char === '\\') index += 1
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '/' && !inClass) {
        WORD.lastIndex = index + 1
        return index + 1 + (WORD.exec(this.source)?.[0].length ?? 0)
      }
    }
    return null
  }
}
