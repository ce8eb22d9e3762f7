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
  return `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`
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
  const values = Object.entries(members ?? {}).map(
    ([member, { before, after }]) => `${member} ${short(before)} → ${short(after)}`,
  )
  const told = values.length === 0 ? '' : `: ${values.join(', ')}`
  return `${SIGNS[action]} ${oneLine(name)}${before}${told}${withParts(change, all)}`
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

const LONGEST = 60

function short(value: unknown): string {
  if (value === null) return 'none'
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Keys of the dictionary may hold anything. */
function oneLine(name: string): string {
  return /\p{Cc}/u.test(name) ? JSON.stringify(name) : name
}
