import type { Problem } from '../../errors.ts'
import { invalid, type PlacedOperation } from './places.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Operations of a page's components, each record's at one with each other: two lists may show the same record. What both
 * remove is removed once.
 *
 * @param problems takes what they do not agree about: a member that is changed twice, a record that is removed as well.
 */
export function agreed(operations: readonly PlacedOperation[], problems: Problem[]): readonly PlacedOperation[] {
  const removed = new Set<string>()
  const changed = new Map<string, Map<string, string>>()
  const refuse = ({ place }: PlacedOperation, path: readonly string[], detail: string): void =>
    void problems.push(invalid(place(path) ?? '', detail))
  const kept = operations.filter(({ operation: { _op, ...operation } }) => {
    const href = '_href' in operation ? operation._href : null
    if (_op !== 'remove' || typeof href !== 'string') return true
    return !removed.has(href) && removed.add(href)
  })
  for (const placed of kept) {
    const { operation } = placed
    if (operation._op !== 'update' || typeof operation._href !== 'string') continue
    // a change that names no version comes on top of whatever there is
    if (operation._etag === undefined || operation._etag === '*') continue
    if (removed.has(operation._href)) {
      refuse(placed, ['_href'], 'another part of the page removes this record: expected it to be changed or removed')
      continue
    }
    const members = changed.get(operation._href) ?? new Map<string, string>()
    changed.set(operation._href, members)
    for (const { path, value } of plainMembers(operation._data)) {
      const [name, text] = [path.join(' '), JSON.stringify(value)]
      if ((members.get(name) ?? text) !== text) {
        refuse(placed, path, `another part of the page changes ${path.at(-1)} of this record: expected one of them to`)
      }
      members.set(name, text)
    }
  }
  return kept
}

interface Member {
  readonly path: readonly string[]
  readonly value: unknown
}

/** Members that hold a value of their own; relations to many may be changed step by step. */
function plainMembers({ _links: links, ...own }: Members): readonly Member[] {
  const all = [
    ...Object.entries(own).map(([name, value]): Member => ({ path: ['_data', name], value })),
    ...Object.entries((links ?? {}) as Members).map(([name, value]): Member => {
      return { path: ['_data', '_links', name], value }
    }),
  ]
  return all.filter(({ value }) => !isChange(value))
}

function isChange(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'operation' in value
}
