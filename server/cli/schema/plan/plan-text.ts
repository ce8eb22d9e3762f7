import { type Difference, differences } from './differences.ts'
import type { Group, ShownChange, ShownPlan } from './show-plan.ts'

const SIGNS = { add: '+', change: '~', rename: '>', remove: '-' } as const
const ORDER: readonly Group[] = ['media types', 'fields', 'relations', 'pages', 'components', 'dictionary', 'bundles']
/** Whose parts are told with it when it comes or goes as a whole. */
const WHOLES: Partial<Readonly<Record<Group, readonly [whole: Group, separator: string]>>> = {
  fields: ['media types', '.'],
  relations: ['media types', '.'],
  components: ['pages', '/'],
}

/** The plan as text, in groups; `LOSES` marks what is destroyed. */
export function planText({ changes, tables, losses, obstacles }: ShownPlan): string {
  if (changes.length === 0) return 'no differences\n'
  const groups = Map.groupBy(
    changes.filter((change) => wholeOf(change, changes) === undefined),
    ({ group }) => group,
  )
  const parts = ORDER.flatMap((group) => {
    const own = groups.get(group)
    return own === undefined ? [] : [section(capital(group), groupLines(own, changes))]
  })
  if (tables.length > 0) parts.push(section('Tables', counted(tables)))
  if (losses.length > 0) {
    parts.push(
      section(
        'LOSES',
        losses.map(({ description, rows }) => `${description} (${rows})`),
      ),
    )
  }
  if (obstacles.length > 0) parts.push(section('Stands in the way', obstacles))
  return parts.join('\n')
}

/** Equal lines once. */
function counted(lines: readonly string[]): readonly string[] {
  const groups = [...Map.groupBy(lines, (line) => line)]
  return groups.map(([line, { length }]) => (length === 1 ? line : `${line} (${length} times)`))
}

function section(title: string, lines: readonly string[]): string {
  return `${title}\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('')}`
}

function groupLines(own: readonly ShownChange[], all: readonly ShownChange[]): readonly string[] {
  const moved = own.filter(isMoved)
  const types = new Set(moved.map(({ name }) => name.slice(0, name.indexOf('.'))))
  return [
    ...own.filter((change) => !isMoved(change)).map((change) => line(change, all)),
    ...[...types].map((type) => `~ ${type}: fields in another order`),
  ]
}

/** A field whose place changed and nothing else. */
function isMoved({ group, action, members }: ShownChange): boolean {
  return group === 'fields' && action === 'change' && Object.keys(members ?? {}).join() === 'order'
}

function line(change: ShownChange, all: readonly ShownChange[]): string {
  const { action, name, from, members } = change
  const before = from === undefined ? '' : ` (was ${from})`
  const found = Object.entries(members ?? {}).flatMap(([member, { before, after }]) =>
    differences(member, before ?? undefined, after ?? undefined),
  )
  const head = `${SIGNS[action]} ${oneLine(name)}${before}`
  const beside = found.map(({ path, ...values }) => `${path} ${arrow(values)}`).join(', ')
  if (head.length + beside.length > WIDTH)
    return [
      `${head}${withParts(change, all)}`,
      ...found.map(({ path, ...values }) => `  ${path}: ${arrow(values)}`),
    ].join('\n')
  return `${head}${beside === '' ? '' : `: ${beside}`}${withParts(change, all)}`
}

/** What does not fit one line has one for each difference. */
const WIDTH = 110

function arrow({ before, after }: Omit<Difference, 'path'>): string {
  const [old, now] = typeof before === 'string' && typeof after === 'string' ? apart(before, after) : [before, after]
  return `${told(old)} → ${told(now)}`
}

/** So much of a long text is shown before and behind what differs. */
const AROUND = 30

/** Two long texts, less what they have in common at both ends. */
function apart(before: string, after: string): readonly [string, string] {
  const [old, now] = [[...before], [...after]]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const from = start > AROUND * 2 ? start - AROUND : 0
  const left = end > AROUND * 2 ? end - AROUND : 0
  const cut = (text: readonly string[]): string =>
    `${from === 0 ? '' : '…'}${text.slice(from, text.length - left).join('')}${left === 0 ? '' : '…'}`
  return [cut(old), cut(now)]
}

function withParts(change: ShownChange, all: readonly ShownChange[]): string {
  const parts = all.filter((other) => wholeOf(other, all) === change)
  const counts = [...Map.groupBy(parts, ({ group }) => group)].map(
    ([group, own]) => `${own.length} ${nouns(group, own.length)}`,
  )
  return counts.length === 0 ? '' : ` (${counts.join(', ')})`
}

function nouns(group: Group, count: number): string {
  return count === 1 ? group.slice(0, -1) : group
}

function wholeOf({ group, action, name }: ShownChange, all: readonly ShownChange[]): ShownChange | undefined {
  const place = WHOLES[group]
  if (place === undefined) return undefined
  const [whole, separator] = place
  return all.find(
    (other) =>
      other.group === whole &&
      other.action === action &&
      (action === 'add' || action === 'remove') &&
      (name.startsWith(`${other.name}${separator}`) || (group === 'relations' && name.startsWith(`${other.name} to `))),
  )
}

function told(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Keys of the dictionary may hold anything. */
function oneLine(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name
}
