import type { Statement } from '../db/database.ts'
import type { Compiled } from './compile.ts'

/** Characters of keys and texts kept in all; a usual entry has a few thousand. */
const MAX_KEPT = 8_000_000
/** What is longer nobody asks twice. */
const MAX_ENTRY = 100_000
/** Names given; each names a prepared statement on every connection. */
const MAX_NAMES = 200

interface Entry extends Compiled {
  name?: string
}

/**
 * Keeps compiled statements by the key of their plan. A statement gets a name, hence stays prepared, when it is used a
 * second time; a shape that comes once (a search somebody typed) costs the connections nothing.
 */
export class Statements {
  private readonly entries = new Map<string, Entry>()
  private readonly prefix: string
  private names = 0
  private kept = 0

  constructor(prefix: string) {
    this.prefix = prefix
  }

  statement(key: string, compile: () => Compiled, values: readonly unknown[]): Statement {
    let entry = this.entries.get(key)
    if (entry === undefined) {
      entry = compile()
      this.keep(key, entry)
    } else if (entry.name === undefined && this.names < MAX_NAMES) {
      this.names += 1
      entry.name = `${this.prefix}${this.names}`
    }
    const bound = entry.slots.map((slot) => values[slot])
    return entry.name === undefined
      ? { text: entry.text, values: bound }
      : { name: entry.name, text: entry.text, values: bound }
  }

  /** What came first goes first, but for what has a name: that is in use. */
  private keep(key: string, entry: Entry): void {
    const size = key.length + entry.text.length
    if (size > MAX_ENTRY) return
    this.entries.set(key, entry)
    this.kept += size
    for (const [oldest, { name, text }] of this.entries) {
      if (this.kept <= MAX_KEPT) return
      if (name !== undefined) continue
      this.entries.delete(oldest)
      this.kept -= oldest.length + text.length
    }
  }
}
