import type { Statement } from '../db/database.ts'
import type { Compiled } from './compile.ts'

/** Texts kept; each is a few kilobytes. */
const MAX_TEXTS = 1000
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

  constructor(prefix: string) {
    this.prefix = prefix
  }

  statement(key: string, compile: () => Compiled, values: readonly unknown[]): Statement {
    let entry = this.entries.get(key)
    if (entry === undefined) {
      entry = compile()
      this.entries.set(key, entry)
      if (this.entries.size > MAX_TEXTS) this.entries.delete(this.entries.keys().next().value as string)
    } else if (entry.name === undefined && this.names < MAX_NAMES) {
      this.names += 1
      entry.name = `${this.prefix}${this.names}`
    }
    const bound = entry.slots.map((slot) => values[slot])
    return entry.name === undefined
      ? { text: entry.text, values: bound }
      : { name: entry.name, text: entry.text, values: bound }
  }
}
