import { posix } from 'node:path'
import { type Token, tokens } from './source-tokens.ts'

export interface Import {
  /** Importing file, from the project's root. */
  readonly file: string
  readonly line: number
  /** As written. */
  readonly specifier: string
  /** What it leads to, from the project's root and without a `?query`; null for packages and built-in modules. */
  readonly target: string | null
}

/** Every module a source file names: in imports, type-only ones included, in re-exports and in `import('…')`. */
export function importsOf(file: string, source: string): readonly Import[] {
  const all = tokens(source)
  const found: Import[] = []
  for (const [index, token] of all.entries()) {
    if (token.kind !== 'word' || all[index - 1]?.text === '.') continue
    const literal =
      token.text === 'import' ? imported(all, index) : token.text === 'export' ? reExported(all, index) : undefined
    if (literal?.kind === 'string')
      found.push({ file, line: literal.line, specifier: literal.text, target: target(file, literal.text) })
  }
  return found
}

function imported(all: readonly Token[], index: number): Token | undefined {
  const next = all[index + 1]
  if (next?.kind === 'string') return next
  if (next?.text === '(' && next.kind === 'punctuation') return all[index + 2]
  return afterFrom(all, index + 1)
}

function reExported(all: readonly Token[], index: number): Token | undefined {
  const start = all[index + 1]?.text === 'type' ? index + 2 : index + 1
  const next = all[start]
  return next?.kind === 'punctuation' && '*{'.includes(next.text) ? afterFrom(all, start) : undefined
}

/** The literal after `from`, when nothing but names, braces, commas and asterisks stand before it. */
function afterFrom(all: readonly Token[], start: number): Token | undefined {
  let closed = false
  for (let index = start; index < all.length; index += 1) {
    const token = all[index] as Token
    if (token.kind === 'word' && token.text === 'from' && all[index + 1]?.kind === 'string') return all[index + 1]
    if (closed || (token.kind !== 'word' && !(token.kind === 'punctuation' && '{},*'.includes(token.text))))
      return undefined
    closed = token.text === '}'
  }
  return undefined
}

function target(file: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null
  return posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''))
}

/**
 * Finds one cycle through each group of nodes that reach each other, as the edges to follow round it.
 * `nodeOf` puts a file into its node of the graph; an import inside one node is no edge.
 */
export function cycles(imports: readonly Import[], nodeOf: (file: string) => string): readonly (readonly Import[])[] {
  const edges = new Map<string, Map<string, Import>>()
  for (const edge of imports) {
    if (edge.target === null) continue
    const [from, to] = [nodeOf(edge.file), nodeOf(edge.target)]
    if (from === to) continue
    const out = edges.get(from) ?? new Map<string, Import>()
    edges.set(from, out)
    if (!out.has(to)) out.set(to, edge)
  }
  const inCycle = new Set<string>()
  const found: Import[][] = []
  for (const start of [...edges.keys()].sort()) {
    if (inCycle.has(start)) continue
    const path = shortestWayBack(start, edges)
    if (path === null) continue
    for (const edge of path) inCycle.add(nodeOf(edge.file))
    found.push(path)
  }
  return found
}

function shortestWayBack(start: string, edges: ReadonlyMap<string, ReadonlyMap<string, Import>>): Import[] | null {
  const queue: { node: string; path: Import[] }[] = [{ node: start, path: [] }]
  const seen = new Set<string>()
  for (const { node, path } of queue) {
    for (const [to, edge] of edges.get(node) ?? []) {
      if (to === start) return [...path, edge]
      if (seen.has(to)) continue
      seen.add(to)
      queue.push({ node: to, path: [...path, edge] })
    }
  }
  return null
}
