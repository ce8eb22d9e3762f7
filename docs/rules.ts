/**
 * Holds docs/contract.md against the titles of the tests: which rules no test cites, which citations name no rule.
 * Run by `node docs/rules.ts`; see `--help`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Token, tokens } from './source-tokens.ts'

const HELP = `node docs/rules.ts [--check] [--json]

Reads the rules of docs/contract.md and the titles of every *.test.ts and *.test.tsx that git does not ignore, and
lists the rules that no title cites (planned ones apart), citations that name no rule, and ids that stand twice.

A title cites a rule by its id in square brackets, several one after the other: [API1] [D2] answers 304. Ranges and
lists inside one pair of brackets are errors, and so is an id with a \${…} in it. Where a title is computed (a table of
cases), string literals of the file that begin with an id count as titles.

  --check  exit 1 for uncited rules that are not planned, unknown or malformed citations, duplicate or unreadable rules
  --json   write the result as JSON
  --help   show this text`

const ID = '[A-Z]{1,4}(?:\\d+(?:\\.[a-z])?|:[A-Za-z_][A-Za-z0-9_-]*(?:\\.\\d+)?)'
const RULE = new RegExp(`^- \\*\\*\\[(${ID})\\]\\*\\* (.+) \\*\\((.+?)\\)\\*( \\(planned\\))?$`)
const RULE_START = /^- \*\*\[/
const CITATION = new RegExp(`\\[(${ID})\\]`, 'g')
const MALFORMED = [
  new RegExp(`\\[${ID}\\s*(?:[,;–—-]|\\.\\.|…|to\\b)[^\\]]*\\]`, 'g'),
  new RegExp(`\\[${ID}\\]\\s*(?:[–—-]|\\.\\.+|…|to)\\s*\\[${ID}\\]`, 'g'),
  /\[[A-Z]{1,4}:?(?:[\w.-]*)\$\{[^}]*\}[^\]]*\]/g,
]
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test', 'suite'])

export interface Rule {
  readonly id: string
  readonly statement: string
  readonly source: string
  readonly planned: boolean
  readonly line: number
}

export interface Title {
  readonly text: string
  readonly line: number
}

interface Place {
  readonly id: string
  readonly file: string
  readonly line: number
}

export interface Report {
  readonly rules: number
  readonly planned: number
  readonly cited: number
  readonly uncited: readonly Rule[]
  readonly uncitedPlanned: readonly Rule[]
  /** Marked as not built, yet cited by a test: the mark may be due to go. */
  readonly citedPlanned: readonly Rule[]
  readonly unknown: readonly Place[]
  readonly malformed: readonly Place[]
  readonly duplicates: readonly { readonly id: string; readonly lines: readonly number[] }[]
  /** Line numbers of rules that are not in the fixed form. */
  readonly unreadable: readonly number[]
}

/** Reads the rules of the page; `unreadable` are lines that begin like a rule and are none. */
export function parseRules(page: string): { readonly rules: readonly Rule[]; readonly unreadable: readonly number[] } {
  const rules: Rule[] = []
  const unreadable: number[] = []
  for (const [index, text] of page.split('\n').entries()) {
    if (!RULE_START.test(text)) continue
    const match = RULE.exec(text)
    if (!match) unreadable.push(index + 1)
    else {
      const [, id = '', statement = '', source = '', planned] = match
      rules.push({ id, statement, source, planned: planned !== undefined, line: index + 1 })
    }
  }
  return { rules, unreadable }
}

/** Finds the titles given to describe, it and test in a test file, `.each`, `.skipIf(…)` and the like included. */
export function testTitles(source: string): readonly Title[] {
  const all = tokens(source)
  const titles: Title[] = []
  let computed = false
  for (const [index, token] of all.entries()) {
    const member = all[index - 1]?.text === '.' && all[index - 1]?.kind === 'punctuation'
    if (token.kind !== 'word' || !TEST_FUNCTIONS.has(token.text) || member) continue
    const open = titleCall(all, index + 1)
    if (open === null) continue
    const argument = firstArgument(all, open)
    const literals = argument.filter(isLiteral)
    titles.push(...literals.map(({ text, line }) => ({ text, line })))
    if (argument.length > literals.length || literals.some(({ text }) => /\$\{|%[a-z]|\$\w/.test(text))) computed = true
  }
  if (!computed) return titles
  const begins = new RegExp(`^\\[${ID}\\]`)
  const seen = new Set(titles.map(({ text, line }) => `${line} ${text}`))
  const cases = all.filter(
    (token) => isLiteral(token) && begins.test(token.text) && !seen.has(`${token.line} ${token.text}`),
  )
  return [...titles, ...cases.map(({ text, line }) => ({ text, line }))]
}

/** Index of the parenthesis that opens the call with the title: the last one of `it.skipIf(x).each(cases)(title, …)`. */
function titleCall(all: readonly Token[], start: number): number | null {
  let index = start
  for (;;) {
    const token = all[index]
    if (token === undefined) return null
    if (token.kind === 'punctuation' && token.text === '.') index += 2
    else if (token.kind === 'template') index += 1
    else if (token.kind === 'punctuation' && token.text === '<') index = closing(all, index, '<', '>') + 1
    else if (token.kind === 'punctuation' && token.text === '(') {
      const next = all[closing(all, index, '(', ')') + 1]
      const chained = next?.kind === 'punctuation' && (next.text === '(' || next.text === '.')
      if (!chained) return index
      index = closing(all, index, '(', ')') + 1
    } else return null
  }
}

function closing(all: readonly Token[], start: number, open: string, close: string): number {
  let depth = 0
  for (let index = start; index < all.length; index += 1) {
    const token = all[index] as Token
    if (token.kind !== 'punctuation') continue
    if (token.text === open) depth += 1
    const arrow = close === '>' && all[index - 1]?.text === '='
    if (token.text === close && !arrow) depth -= 1
    if (depth === 0) return index
  }
  return all.length
}

function firstArgument(all: readonly Token[], open: number): readonly Token[] {
  let depth = 0
  for (let index = open + 1; index < all.length; index += 1) {
    const { kind, text } = all[index] as Token
    if (kind !== 'punctuation') continue
    if ('([{'.includes(text)) depth += 1
    if (depth === 0 && (text === ',' || text === ')')) return all.slice(open + 1, index)
    if (')]}'.includes(text)) depth -= 1
  }
  return []
}

function isLiteral(token: Token): boolean {
  return token.kind === 'string' || token.kind === 'template'
}

/** Compares the page with the titles of each test file. */
export function report(page: string, files: readonly { readonly file: string; readonly source: string }[]): Report {
  const { rules, unreadable } = parseRules(page)
  const known = new Map<string, Rule[]>()
  for (const rule of rules) known.set(rule.id, [...(known.get(rule.id) ?? []), rule])
  const cited = new Set<string>()
  const unknown: Place[] = []
  const malformed: Place[] = []
  for (const { file, source } of files) {
    for (const { text, line } of testTitles(source)) {
      for (const pattern of MALFORMED)
        for (const match of text.matchAll(pattern)) {
          const id = match[0]
          if (!new RegExp(`^\\[${ID}\\]$`).test(id)) malformed.push({ id, file, line })
        }
      for (const [, id = ''] of text.matchAll(CITATION)) {
        if (known.has(id)) cited.add(id)
        else unknown.push({ id: `[${id}]`, file, line })
      }
    }
  }
  const planned = rules.filter((rule) => rule.planned)
  return {
    rules: rules.length,
    planned: planned.length,
    cited: cited.size,
    uncited: rules.filter((rule) => !rule.planned && !cited.has(rule.id)),
    uncitedPlanned: planned.filter((rule) => !cited.has(rule.id)),
    citedPlanned: planned.filter((rule) => cited.has(rule.id)),
    unknown,
    malformed,
    duplicates: [...known]
      .filter(([, list]) => list.length > 1)
      .map(([id, list]) => ({ id, lines: list.map(({ line }) => line) })),
    unreadable,
  }
}

/** True when `--check` has something against it. */
export function hasFaults(result: Report): boolean {
  return [result.uncited, result.unknown, result.malformed, result.duplicates, result.unreadable].some(
    (list) => list.length > 0,
  )
}

/** The result as lines to read. */
export function describeReport(result: Report): string {
  const rule = ({ id, statement }: Rule) => `  [${id}] ${statement}`
  const place = ({ id, file, line }: Place) => `  ${file}:${line}  ${id}`
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines, '']
  return [
    ...section('Rules that no test cites', result.uncited.map(rule)),
    ...section('Planned rules that a test cites already', result.citedPlanned.map(rule)),
    ...section('Citations that name no rule', result.unknown.map(place)),
    ...section('Malformed citations (a range, a list or a computed id)', result.malformed.map(place)),
    ...section(
      'Ids that stand twice',
      result.duplicates.map(({ id, lines }) => `  [${id}] docs/contract.md:${lines.join(', ')}`),
    ),
    ...section(
      'Rules that are not in the fixed form',
      result.unreadable.map((line) => `  docs/contract.md:${line}`),
    ),
    `${result.rules} rules: ${result.cited} cited, ${result.uncited.length} uncited, ${result.uncitedPlanned.length} planned and uncited`,
  ].join('\n')
}

function main(): void {
  const root = join(import.meta.dirname, '..')
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.test.ts', '*.test.tsx']
  const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0')
  const present = [...new Set(names)].filter((file) => file !== '' && existsSync(join(root, file)))
  const files = present.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const result = report(readFileSync(join(root, 'docs/contract.md'), 'utf8'), files)
  console.log(values.json ? JSON.stringify(result, null, 2) : describeReport(result))
  if (values.check && hasFaults(result)) process.exitCode = 1
}

if (import.meta.main) main()
