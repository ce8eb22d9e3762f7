import { type ExpandCriteria, type Expanded, expansionsOf, MAX_CRITERIA, usedBy } from '../query/content-criteria.ts'
import { parseRead } from '../query/parse.ts'
import type { WriteOperation } from '../write/operations.ts'
import { createWriter, type Writer, type WriterOptions } from '../write/writer.ts'

/**
 * A writer whose finders may use content criteria. These are expanded before the save begins: nothing waits for a
 * service inside a transaction, which in this process may need the very connection that the transaction holds.
 */
export function writerWithCriteria(options: WriterOptions, expand: ExpandCriteria): Writer {
  const plain = createWriter(options)
  const writerFor = async (operations: () => readonly WriteOperation[]): Promise<Writer> => {
    const used = criteriaIn(operations, options)
    if (used.length === 0) return plain
    const expansions = expansionsOf(await expandAll(used, expand))
    return createWriter({ ...options, reading: { ...options.reading, expansions } })
  }
  return {
    run: async (operations, request) => (await writerFor(() => operations)).run(operations, request),
    runOnce: async (operations, request, key, answer) =>
      (await writerFor(operations)).runOnce(operations, request, key, answer),
  }
}

/** As many at a time as one query may use. */
async function expandAll(ids: readonly number[], expand: ExpandCriteria): Promise<ReadonlyMap<number, Expanded>> {
  const all = new Map<number, Expanded>()
  for (let at = 0; at < ids.length; at += MAX_CRITERIA) {
    for (const [id, expanded] of await expand(ids.slice(at, at + MAX_CRITERIA))) all.set(id, expanded)
  }
  return all
}

function criteriaIn(operations: () => readonly WriteOperation[], { reading }: WriterOptions): readonly number[] {
  const used = new Set<number>()
  for (const query of queriesIn(operations)) {
    try {
      const { contentCriteria, filter } = parseRead('', { kind: 'list' }, query, reading)
      if (contentCriteria !== null) used.add(contentCriteria)
      for (const id of usedBy(filter)) used.add(id)
    } catch {
      // the save tells what is wrong with it, and where
    }
  }
  return [...used]
}

/** Query strings of the addresses in a save's bodies; none when these cannot be read, which the save tells. */
function queriesIn(operations: () => readonly WriteOperation[]): readonly string[] {
  try {
    return operations().flatMap((operation) => (operation.kind === 'remove' ? [] : hrefsIn(operation.element.members)))
  } catch {
    return []
  }
}

function hrefsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(hrefsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name !== '_href' || typeof member !== 'string') return hrefsIn(member)
    const at = member.indexOf('?')
    return at < 0 ? [] : [member.slice(at + 1).split('#', 1)[0] as string]
  })
}
