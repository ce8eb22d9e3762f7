export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'mark'
  readonly text: string
}

const TOKEN =
  /\s+|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([A-Za-z_][A-Za-z0-9_$]*)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(::|<=|>=|<>|[^\s])/gy

/** Splits an expression as Postgres prints it. */
export function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = []
  for (const [, text, quoted, name, number, mark] of expression.matchAll(TOKEN)) {
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'") })
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted.replaceAll('""', '"') })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark })
  }
  return tokens
}
