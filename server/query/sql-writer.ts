import type { Catalog } from '../catalog/catalog.ts'
import type { Slot } from './plan.ts'

/** Numbers the parameters of one statement as its text is written, and hands out aliases. */
export class SqlWriter {
  /** Slot of each parameter, from `$1` on. */
  readonly slots: Slot[] = []
  private aliases = 0

  parameter(slot: Slot, cast: string): string {
    let index = this.slots.indexOf(slot)
    if (index < 0) index = this.slots.push(slot) - 1
    return `$${index + 1}::${cast}`
  }

  alias(prefix: string): string {
    this.aliases += 1
    return `${prefix}${this.aliases}`
  }
}

/** What every part of a statement is written with. */
export interface CompileContext {
  readonly sql: SqlWriter
  readonly catalog: Catalog
}
